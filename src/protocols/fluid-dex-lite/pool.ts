import type { Address } from "viem";
import { constantProduct } from "../../lib/curves/constant-product.ts";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { largestTaken } from "../fluid/max-in.ts";
import { SIX_DECIMALS } from "../fluid/state.ts";
import type { BlockContext, Edge, Holding, Quote, Ratio } from "../protocol.ts";
import { type DexLitePool, FIELDS, fieldOf, scaleOf, uncounted } from "./state.ts";
import { type Market, marketAt, mostGiven, suppliesOf, swapIn } from "./swap.ts";

/**
 * Gas of a swap, that of a contract of its center price among it.
 *
 * @see https://github.com/KyberNetwork/kyberswap-dex-lib/blob/ae6a99aa/pkg/liquidity-source/fluid/dex-lite/constant.go
 */
export const GAS = 75_000n;

/** Both directions; none without supplies. Order: token 0 in, then token 1 in. */
export function edges(pool: DexLitePool): readonly Edge[] {
  if (suppliesOf(pool).every((supply) => supply === 0n)) return [];
  const [token0, token1] = pool.tokens;
  return [
    { action: "swap", tokenIn: token0, tokenOut: token1 },
    { action: "swap", tokenIn: token1, tokenOut: token0 },
  ];
}

/** Place of a token of the pool. */
export function placeOf({ tokens }: Pick<DexLitePool, "tokens">, token: Address): 0 | 1 {
  return tokens[0] === token ? 0 : 1;
}

/** Exact to the wei what `swapSingle` pays in the block `at`. */
export function quote(
  pool: DexLitePool,
  edge: Edge,
  amountIn: bigint,
  { timestamp }: Pick<BlockContext, "timestamp">,
): Quote<DexLitePool> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  const market = marketAt(pool, timestamp);
  if (market === null) return { ok: false, reason: "insufficient-liquidity" };
  const swapped = swapIn(market, placeOf(pool, edge.tokenIn), amountIn);
  return swapped.ok ? { ...swapped, gas: GAS } : swapped;
}

/** What half of the reserves and the supplies let through in the block `at`. */
export function maxIn(
  pool: DexLitePool,
  edge: Edge,
  { timestamp }: Pick<BlockContext, "timestamp">,
): bigint {
  const market = marketAt(pool, timestamp);
  return market === null ? 0n : largestIn(market, placeOf(pool, edge.tokenIn));
}

function largestIn(market: Market, tokenIn: 0 | 1): bigint {
  const { pool } = market;
  const { divisor, factor } = scaleOf(pool, tokenIn);
  return largestTaken({
    most: ((mostGiven(market, tokenIn) + 1n) * divisor - 1n) / factor,
    least: uncounted(pool, tokenIn, 1n),
    isTaken: (amountIn) => swapIn(market, tokenIn, amountIn).ok,
  });
}

/** What the first unit gets. */
export function spotPrice(
  pool: DexLitePool,
  edge: Edge,
  { timestamp }: Pick<BlockContext, "timestamp">,
): Ratio {
  const market = marketAt(pool, timestamp);
  if (market === null) return { numerator: 0n, denominator: 1n };
  const { given, got } = directed(market, placeOf(pool, edge.tokenIn));
  return {
    numerator: got.amount * got.scale.divisor * given.scale.factor,
    denominator: given.amount * got.scale.factor * given.scale.divisor,
  };
}

/** What can be paid of both tokens. */
export function holdings(pool: DexLitePool): readonly Holding[] {
  const supplies = suppliesOf(pool);
  return pool.tokens.map((token, i) => {
    const place = i === 0 ? 0 : 1;
    return { token, amount: uncounted(pool, place, supplies[place]) };
  });
}

/** A constant product between the ends of the range; null where nothing can be traded. */
export function curve(pool: DexLitePool, edge: Edge, { timestamp }: BlockContext): Curve | null {
  const market = marketAt(pool, timestamp);
  if (market === null) return null;
  const tokenIn = placeOf(pool, edge.tokenIn);
  const { given, got } = directed(market, tokenIn);
  if (given.amount === 0n || got.amount === 0n) return null;
  const feePips = fieldOf(pool.variables, FIELDS.fee);
  return constantProduct({
    reserveIn: Number(given.amount * given.scale.divisor) / Number(given.scale.factor),
    reserveOut: Number(got.amount * got.scale.divisor) / Number(got.scale.factor),
    kept: Number(SIX_DECIMALS - feePips) / Number(SIX_DECIMALS),
    capacity: capacityOf(largestIn(market, tokenIn)),
    gas: Number(GAS),
  });
}

function directed({ pool, reserves: { imaginary } }: Market, tokenIn: 0 | 1) {
  const tokenOut = tokenIn === 0 ? 1 : 0;
  return {
    given: { amount: imaginary[tokenIn], scale: scaleOf(pool, tokenIn) },
    got: { amount: imaginary[tokenOut], scale: scaleOf(pool, tokenOut) },
  };
}
