import type { DevnetToken } from "../manifest.ts";
import { PANCAKESWAP_V3_FACTORY } from "../protocols/pancakeswap-v3.ts";
import { SUSHISWAP_V2_FACTORY } from "../protocols/sushiswap-v2.ts";
import { UNISWAP_V2_FACTORY } from "../protocols/uniswap-v2.ts";
import { UNISWAP_V3_FACTORY } from "../protocols/uniswap-v3.ts";
import { tokenBySymbol } from "../token-list.ts";
import type { Market } from "./depth.ts";
import { concentrated, constantProduct } from "./pair-list.ts";
import type { MarketPlan, V2Plan, V3Plan, Venue } from "./pool-plan.ts";
import type { Shape } from "./pool-shape.ts";
import { createRandom } from "./random.ts";
import { ladder, readRecordedPools } from "./recorded-pools.ts";

const UNISWAP_V2: Venue = { name: "uniswap-v2", factory: UNISWAP_V2_FACTORY };
const SUSHISWAP_V2: Venue = { name: "sushiswap-v2", factory: SUSHISWAP_V2_FACTORY };
const UNISWAP_V3: Venue = { name: "uniswap-v3", factory: UNISWAP_V3_FACTORY };
const PANCAKESWAP_V3: Venue = { name: "pancakeswap-v3", factory: PANCAKESWAP_V3_FACTORY };

const HUB_PAIRS = [
  "USDC/WETH",
  "WETH/USDT",
  "DAI/WETH",
  "WBTC/WETH",
  "USDC/USDT",
  "DAI/USDC",
  "DAI/USDT",
];

/** Tokens that also have V2 pairs against a stablecoin. */
const V2_USDC = [
  "WBTC",
  "LINK",
  "UNI",
  "AAVE",
  "MKR",
  "GUSD",
  "USDP",
  "FRAX",
  "CRV",
  "ENS",
  "YFI",
  "XAUt",
  "USDM",
];
const V2_USDT = ["LINK", "SHIB", "ENA", "GALA", "WBTC", "EURC"];

const SUSHISWAP_WETH =
  "LINK UNI AAVE CRV MKR LDO SUSHI YFI CVX ENS GRT 1INCH SNX COMP BAL PENDLE ILV KNC ZRX BAT MATIC APE".split(
    " ",
  );

/** Uniswap V3 pools by shape: pair and fee. */
const UNISWAP_V3_POOLS: Readonly<Record<Shape, string>> = {
  pegged: `USDC/USDT:100 USDC/USDT:500 DAI/USDC:100 DAI/USDT:100 USDS/USDC:100 PYUSD/USDC:100 USDe/USDT:100 FRAX/USDC:500
    LUSD/USDC:500 crvUSD/USDC:500 GHO/USDC:500 GUSD/USDC:500 USDP/USDC:500 wstETH/WETH:100 weETH/WETH:500 rETH/WETH:500
    cbETH/WETH:500 tBTC/WBTC:500 cbBTC/USDC:500`,
  volatile: `USDC/WETH:100 USDC/WETH:10000 WETH/USDT:100 WETH/USDT:500 DAI/WETH:500 DAI/WETH:3000 WBTC/WETH:500 WBTC/USDC:500
    cbBTC/WETH:500 wstETH/USDC:3000 EURC/USDC:500 EURC/WETH:3000 PAXG/USDC:500 PAXG/WETH:3000 LINK/WETH:10000 LINK/USDC:3000
    UNI/WETH:3000 UNI/USDC:10000 AAVE/WETH:3000 AAVE/USDC:3000 CRV/WETH:3000 CRV/WETH:10000 MKR/WETH:3000 MKR/WETH:10000
    LDO/WETH:3000 PEPE/WETH:3000 PEPE/USDC:10000 SHIB/WETH:3000 SHIB/WETH:10000 ENS/WETH:3000 COMP/WETH:3000 RPL/WETH:3000
    ONDO/WETH:3000 ENA/WETH:3000 EIGEN/WETH:3000 PENDLE/WETH:3000 BLUR/WETH:3000 IMX/WETH:3000 FET/WETH:10000
    RNDR/WETH:10000 GALA/WETH:10000 DYDX/WETH:10000 SNX/WETH:10000 GNO/WETH:3000 YFI/WETH:10000 SAND/WETH:3000`,
};

const PANCAKESWAP_V3_POOLS: Readonly<Record<Shape, string>> = {
  pegged: "USDC/USDT:100 wstETH/WETH:500 cbBTC/WBTC:500",
  volatile: `USDC/WETH:500 WETH/USDT:500 USDC/WETH:100 WBTC/WETH:500 WBTC/USDC:2500 LINK/WETH:2500 UNI/WETH:2500
    AAVE/WETH:2500 PEPE/WETH:2500 ENA/USDT:2500 ONDO/WETH:2500`,
};

/**
 * Every pool of the devnet's chain 1: recorded ones as they were, all others at the tokens' prices.
 */
export function planChain1(tokens: readonly DevnetToken[]): MarketPlan {
  const market: Market = { tokens, random: createRandom("weir devnet market 1") };
  return {
    v2: [...recordedV2(tokens), ...uniswapV2(market), ...sushiswapV2(market)],
    v3: [
      ...recordedV3(tokens),
      ...concentrated(market, UNISWAP_V3, UNISWAP_V3_POOLS),
      ...concentrated(market, PANCAKESWAP_V3, PANCAKESWAP_V3_POOLS),
    ],
  };
}

function uniswapV2(market: Market): V2Plan[] {
  const recorded = new Set(readRecordedPools().uniswapV2.map((pool) => pool.token0.symbol));
  const withWeth = market.tokens.filter(
    (token) => token.tier !== "hub" && !recorded.has(token.symbol),
  );
  const pairs = [
    ...HUB_PAIRS,
    ...withWeth.map((token) => `${token.symbol}/WETH`),
    ...V2_USDC.map((symbol) => `${symbol}/USDC`),
    ...V2_USDT.map((symbol) => `${symbol}/USDT`),
  ];
  return pairs.map((pair) => constantProduct(market, UNISWAP_V2, pair));
}

function sushiswapV2(market: Market): V2Plan[] {
  const pairs = [...HUB_PAIRS, ...SUSHISWAP_WETH.map((symbol) => `${symbol}/WETH`)];
  return pairs.map((pair) => constantProduct(market, SUSHISWAP_V2, pair));
}

function recordedV2(tokens: readonly DevnetToken[]): V2Plan[] {
  return readRecordedPools().uniswapV2.map((pool) => ({
    venue: UNISWAP_V2,
    tokenA: tokenBySymbol(tokens, pool.token0.symbol),
    tokenB: tokenBySymbol(tokens, pool.token1.symbol),
    amountA: pool.reserve0,
    amountB: pool.reserve1,
    recorded: true,
  }));
}

function recordedV3(tokens: readonly DevnetToken[]): V3Plan[] {
  return readRecordedPools().uniswapV3.map((pool) => ({
    venue: UNISWAP_V3,
    token0: tokenBySymbol(tokens, pool.token0.symbol),
    token1: tokenBySymbol(tokens, pool.token1.symbol),
    fee: pool.fee,
    sqrtPriceX96: pool.sqrtPriceX96,
    ranges: ladder(pool.ticks),
    recorded: true,
  }));
}
