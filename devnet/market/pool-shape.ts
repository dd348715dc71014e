import type { DevnetToken } from "../manifest.ts";
import { type Range, tickSpacing, type V2Plan, type V3Plan, type Venue } from "./pool-plan.ts";

/**
 * How a concentrated pool's liquidity lies around the price: share of the value, and ticks to each
 * side.
 */
interface Band {
  readonly share: number;
  /** Ticks below and above the price; infinite is the full range. */
  readonly below: number;
  readonly above: number;
}

const SHAPES = {
  /**
   * Pairs that move: some over the full range, most within -45 % … +80 %, a skewed rest near the
   * price.
   */
  volatile: [
    { share: 0.15, below: Number.POSITIVE_INFINITY, above: Number.POSITIVE_INFINITY },
    { share: 0.4, below: 6_000, above: 6_000 },
    { share: 0.3, below: 1_200, above: 900 },
    { share: 0.15, below: 300, above: 2_500 },
  ],
  /** Pairs that hold a ratio. */
  pegged: [
    { share: 0.05, below: Number.POSITIVE_INFINITY, above: Number.POSITIVE_INFINITY },
    { share: 0.35, below: 200, above: 200 },
    { share: 0.4, below: 40, above: 30 },
    { share: 0.2, below: 8, above: 12 },
  ],
} satisfies Readonly<Record<string, readonly Band[]>>;

/** Name of a liquidity shape. */
export type Shape = keyof typeof SHAPES;

const MAX_TICK = 887_272;

/** A pair with `tvlUsd` in it, half in each token, at the tokens' prices. */
export function shapeV2(
  venue: Venue,
  tokens: readonly [DevnetToken, DevnetToken],
  tvlUsd: number,
): V2Plan {
  const [tokenA, tokenB] = tokens;
  const amount = (token: DevnetToken) => BigInt(Math.floor(tvlUsd / 2 / unitPrice(token)));
  return {
    venue,
    tokenA,
    tokenB,
    amountA: amount(tokenA),
    amountB: amount(tokenB),
    recorded: false,
  };
}

/** A concentrated pool with `tvlUsd` in it, at the tokens' prices. */
export function shapeV3(
  venue: Venue,
  tokens: readonly [DevnetToken, DevnetToken],
  options: {
    readonly fee: number;
    /** That of the fee's tier when absent. */
    readonly spacing?: number;
    readonly tvlUsd: number;
    readonly shape: Shape;
  },
): V3Plan {
  const [token0, token1] = sorted(tokens);
  const price = unitPrice(token0) / unitPrice(token1);
  const spacing = options.spacing ?? tickSpacing(options.fee);
  const ranges = SHAPES[options.shape].map((band): Range => {
    const [lower, upper] = bandTicks(band, price, spacing);
    const unitsPerLiquidity = valuePerLiquidity(Math.sqrt(price), lower, upper);
    const value = (options.tvlUsd * band.share) / unitPrice(token1);
    return { lower, upper, liquidity: BigInt(Math.floor(value / unitsPerLiquidity)) };
  });
  return {
    venue,
    token0,
    token1,
    fee: options.fee,
    sqrtPriceX96: BigInt(Math.floor(Math.sqrt(price) * 2 ** 96)),
    ranges,
    recorded: false,
  };
}

/** The two tokens by address, lower first. */
export function sorted(
  tokens: readonly [DevnetToken, DevnetToken],
): readonly [DevnetToken, DevnetToken] {
  const [a, b] = tokens;
  return BigInt(a.address) < BigInt(b.address) ? [a, b] : [b, a];
}

/** US dollars per smallest unit. */
function unitPrice(token: DevnetToken): number {
  return token.priceUsd / 10 ** token.decimals;
}

function bandTicks(band: Band, price: number, spacing: number): readonly [number, number] {
  const tick = Math.log(price) / Math.log(1.0001);
  const lowest = -Math.floor(MAX_TICK / spacing) * spacing;
  const lower = Math.floor((tick - band.below) / spacing) * spacing;
  const upper = Math.ceil((tick + band.above) / spacing) * spacing;
  return [Math.max(lower, lowest), Math.min(upper, -lowest)];
}

/**
 * Value of one unit of liquidity over a range that holds the price, in smallest units of token1.
 */
function valuePerLiquidity(sqrtPrice: number, lower: number, upper: number): number {
  const sqrtLower = 1.0001 ** (lower / 2);
  const sqrtUpper = 1.0001 ** (upper / 2);
  const amount0 = 1 / sqrtPrice - 1 / sqrtUpper;
  const amount1 = sqrtPrice - sqrtLower;
  return amount0 * sqrtPrice * sqrtPrice + amount1;
}
