import type { BenchToken, Market } from "./market.ts";
import { createDraws } from "./random.ts";

export interface Trade {
  readonly tokenIn: BenchToken;
  readonly tokenOut: BenchToken;
  readonly amountIn: bigint;
  /** Part of the depth: the lesser of what all pools hold of either token. */
  readonly size: number;
}

/**
 * Hub to hub, hub to tail, tail to hub and tail to tail, by place in the market's list of tokens.
 */
const PAIRS = [
  [0, 1],
  [1, 0],
  [4, 2],
  [7, 1],
  [1, 9],
  [12, 30],
  [3, 20],
  [0, 40],
] as const;
const SIZES = [0.0001, 0.001, 0.01, 0.05, 0.2];

/** 40 trades: 8 pairs, each at five sizes from 0.01 % to 20 % of their depth. */
export function createTrades(market: Market): readonly Trade[] {
  const { tokens } = market;
  const depthUsd = depths(market);
  return PAIRS.flatMap(([from, to]) => {
    const [tokenIn, tokenOut] = [tokens[from], tokens[to]];
    if (tokenIn === undefined || tokenOut === undefined) throw new Error("the market is too small");
    const depth = Math.min(depthUsd.get(tokenIn) ?? 0, depthUsd.get(tokenOut) ?? 0);
    return SIZES.map((size) => {
      const amountIn = unitsOf(tokenIn, depth * size);
      return { tokenIn, tokenOut, amountIn, size };
    });
  });
}

/** Parts of the hubs and of the tail tokens with most pools among the other ends of trades. */
const HUB_PART = 0.7;
const LIQUID_PART = 0.15;
const HUB_COUNT = 5;
const LIQUID_COUNT = 15;
/** Dollars of the smallest trade, and how many times as much the largest is. */
const LEAST_USD = 10;
const RANGE = 1e5;
const LARGEST_PART = 0.1;

/**
 * Trades as users ask for them: one end is a hub, the other a hub in 70 of 100, one of the liquid
 * tail tokens in 15, any tail token in 15; $10 to $1M, log-uniform, and at most a tenth of the
 * depth.
 */
export function createRealisticTrades(market: Market, seed: number, count: number) {
  const random = createDraws(seed);
  const { tokens } = market;
  const depthUsd = depths(market);
  const pick = (from: number, to: number): BenchToken => {
    const token = tokens[from + Math.floor(random.next() * (to - from))];
    if (token === undefined) throw new Error("the market is too small");
    return token;
  };
  const trades: Trade[] = [];
  while (trades.length < count) {
    const kind = random.next();
    const hub = pick(0, HUB_COUNT);
    const liquid = HUB_COUNT + LIQUID_COUNT;
    const other =
      kind < HUB_PART
        ? pick(0, HUB_COUNT)
        : pick(HUB_COUNT, kind < HUB_PART + LIQUID_PART ? liquid : tokens.length);
    if (hub === other) continue;
    const [tokenIn, tokenOut] = random.next() < 0.5 ? [hub, other] : [other, hub];
    const depth = Math.min(depthUsd.get(tokenIn) ?? 0, depthUsd.get(tokenOut) ?? 0);
    const usd = Math.min(LEAST_USD * RANGE ** random.next(), LARGEST_PART * depth);
    const amountIn = unitsOf(tokenIn, usd);
    if (amountIn > 0n) trades.push({ tokenIn, tokenOut, amountIn, size: usd / depth });
  }
  return trades;
}

/** Dollars that all pools hold of each token. */
function depths({ pools }: Market): ReadonlyMap<BenchToken, number> {
  const depthUsd = new Map<BenchToken, number>();
  for (const { token0, token1, tvlUsd } of pools) {
    for (const token of [token0, token1]) {
      depthUsd.set(token, (depthUsd.get(token) ?? 0) + tvlUsd / 2);
    }
  }
  return depthUsd;
}

/** So many dollars of a token, in its smallest unit. */
function unitsOf(token: BenchToken, usd: number): bigint {
  const millionths = BigInt(Math.floor((usd / token.usd) * 1e6));
  return (millionths * 10n ** BigInt(token.decimals)) / 10n ** 6n;
}

/** What a unit of gas costs in the smallest unit of a token, at the market's prices. */
export function gasPriceIn(token: BenchToken, gasPriceWei: number, { tokens }: Market) {
  const native = tokens[0];
  if (native === undefined) throw new Error("the market has no tokens");
  const scaled = (usd: number): bigint => BigInt(Math.round(usd * 1e9));
  return {
    numerator: BigInt(gasPriceWei) * scaled(native.usd) * 10n ** BigInt(token.decimals),
    denominator: 10n ** BigInt(native.decimals) * scaled(token.usd),
  };
}
