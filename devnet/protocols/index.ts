import { aaveV3, spark } from "./aave-v3.ts";
import { aerodrome } from "./aerodrome.ts";
import { balancerV2, bex } from "./balancer-v2.ts";
import { berachainRewardVault } from "./berachain-reward-vault.ts";
import { curve } from "./curve.ts";
import { curveGauge } from "./curve-gauge.ts";
import { erc4626 } from "./erc4626.ts";
import { hostileTokens } from "./hostile-tokens.ts";
import { lido } from "./lido.ts";
import { marketMaker } from "./market-maker.ts";
import { masterChef } from "./masterchef.ts";
import { morphoBlue } from "./morpho-blue.ts";
import { multicall3 } from "./multicall3.ts";
import { pancakeswapV3 } from "./pancakeswap-v3.ts";
import { permit2 } from "./permit2.ts";
import { priceFeeds } from "./price-feeds.ts";
import type { DevnetProtocol } from "./protocol.ts";
import { rocketPool } from "./rocket-pool.ts";
import { sushiswapV2 } from "./sushiswap-v2.ts";
import { synthetixStaking } from "./synthetix-staking.ts";
import { tokens } from "./tokens.ts";
import { kodiakV2, uniswapV2 } from "./uniswap-v2.ts";
import { kodiakV3, uniswapV3 } from "./uniswap-v3.ts";
import { wrappedNative } from "./wrapped-native.ts";

/** Every protocol of the devnet in the order of deployment. */
export const PROTOCOLS: readonly DevnetProtocol[] = [
  multicall3,
  permit2,
  wrappedNative,
  tokens,
  marketMaker,
  uniswapV2,
  sushiswapV2,
  uniswapV3,
  pancakeswapV3,
  kodiakV2,
  kodiakV3,
  aerodrome,
  aaveV3,
  spark,
  erc4626,
  morphoBlue,
  hostileTokens,
  curve,
  curveGauge,
  lido,
  rocketPool,
  synthetixStaking,
  masterChef,
  balancerV2,
  bex,
  berachainRewardVault,
  priceFeeds,
];
