import type { BenchToken, Market } from "./market.ts";

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
export function createTrades({ tokens, pools }: Market): readonly Trade[] {
  const depthUsd = new Map<BenchToken, number>();
  for (const { token0, token1, tvlUsd } of pools) {
    for (const token of [token0, token1]) {
      depthUsd.set(token, (depthUsd.get(token) ?? 0) + tvlUsd / 2);
    }
  }
  return PAIRS.flatMap(([from, to]) => {
    const [tokenIn, tokenOut] = [tokens[from], tokens[to]];
    if (tokenIn === undefined || tokenOut === undefined) throw new Error("the market is too small");
    const depth = Math.min(depthUsd.get(tokenIn) ?? 0, depthUsd.get(tokenOut) ?? 0);
    return SIZES.map((size) => {
      const units = ((depth * size) / tokenIn.usd) * 1e6;
      const amountIn = (BigInt(Math.floor(units)) * 10n ** BigInt(tokenIn.decimals)) / 10n ** 6n;
      return { tokenIn, tokenOut, amountIn, size };
    });
  });
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
