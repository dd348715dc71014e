import { seedLongTail } from "../market/long-tail.ts";
import { planChain1 } from "../market/plan-1.ts";
import { aaveV3, spark } from "../protocols/aave-v3.ts";
import { aura } from "../protocols/aura.ts";
import { balancerV2 } from "../protocols/balancer-v2.ts";
import { balancerV3 } from "../protocols/balancer-v3.ts";
import { balancerV3Buffers } from "../protocols/balancer-v3-buffers.ts";
import { compoundV2 } from "../protocols/compound-v2.ts";
import { compoundV3 } from "../protocols/compound-v3.ts";
import { convex } from "../protocols/convex.ts";
import { curve } from "../protocols/curve.ts";
import { curveCrypto } from "../protocols/curve-crypto.ts";
import { curveEth } from "../protocols/curve-eth.ts";
import { curveFactory } from "../protocols/curve-factory.ts";
import { curveGauge } from "../protocols/curve-gauge.ts";
import { curveLending } from "../protocols/curve-lending.ts";
import { curveMeta } from "../protocols/curve-meta.ts";
import { curveNg } from "../protocols/curve-ng.ts";
import { ekuboMarket } from "../protocols/ekubo.ts";
import { erc4626 } from "../protocols/erc4626.ts";
import { fluidMarket, fluidPools } from "../protocols/fluid.ts";
import { fluidDexLiteMarket } from "../protocols/fluid-lite.ts";
import { hostileTokenList, hostileTokens } from "../protocols/hostile-tokens.ts";
import { lido } from "../protocols/lido.ts";
import { liquidityBookMarket, liquidityBookPools } from "../protocols/liquidity-book.ts";
import { marketMaker } from "../protocols/market-maker.ts";
import { masterChef } from "../protocols/masterchef.ts";
import { morphoBlue } from "../protocols/morpho-blue.ts";
import { morphoVaultsV2 } from "../protocols/morpho-vaults-v2.ts";
import { multicall3 } from "../protocols/multicall3.ts";
import { pancakeswapV3 } from "../protocols/pancakeswap-v3.ts";
import { pendleMarket } from "../protocols/pendle-market.ts";
import { permit2 } from "../protocols/permit2.ts";
import { priceFeeds } from "../protocols/price-feeds.ts";
import { rocketPool } from "../protocols/rocket-pool.ts";
import { sky } from "../protocols/sky.ts";
import { skyPsm } from "../protocols/sky-psm.ts";
import { stakingTokens } from "../protocols/staking-tokens.ts";
import { sushiswapV2 } from "../protocols/sushiswap-v2.ts";
import { synthetixStaking } from "../protocols/synthetix-staking.ts";
import { tokens } from "../protocols/tokens.ts";
import { uniswapV2 } from "../protocols/uniswap-v2.ts";
import { uniswapV3 } from "../protocols/uniswap-v3.ts";
import { uniswapV4Market, uniswapV4Pools } from "../protocols/uniswap-v4.ts";
import { wrappedNative } from "../protocols/wrapped-native.ts";
import { tokenList } from "../token-list.ts";
import type { ChainContents } from "./contents.ts";

/** Ethereum. */
export const chain1: ChainContents = {
  tokens: () => [...tokenList(1), ...hostileTokenList],
  venues: [
    multicall3,
    permit2,
    wrappedNative,
    tokens,
    marketMaker,
    uniswapV2,
    sushiswapV2,
    uniswapV3,
    pancakeswapV3,
    hostileTokens,
    aaveV3,
    spark,
    synthetixStaking,
    balancerV2,
  ],
  plan: planChain1,
  others: [
    erc4626,
    morphoBlue,
    morphoVaultsV2,
    compoundV2,
    compoundV3,
    curve,
    curveNg,
    curveMeta,
    curveFactory,
    curveEth,
    curveLending,
    curveCrypto,
    curveGauge,
    convex,
    aura,
    lido,
    rocketPool,
    stakingTokens,
    masterChef,
    priceFeeds,
    sky,
    skyPsm,
    uniswapV4Market,
    balancerV3,
    balancerV3Buffers,
    liquidityBookMarket,
    ekuboMarket,
    fluidMarket,
    fluidDexLiteMarket,
    pendleMarket,
  ],
  ownPools: (list) => [...liquidityBookPools(list), ...fluidPools(list)],
  managedPools: uniswapV4Pools,
  seedTail: seedLongTail,
};
