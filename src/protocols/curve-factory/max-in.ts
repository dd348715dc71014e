import { computeD, computeY } from "../curve-stableswap/invariant.ts";
import * as own from "../curve-stableswap/max-in.ts";
import { amplificationAt, PRECISION } from "../curve-stableswap/reserves.ts";
import { scaled } from "../curve-stableswap/trade.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import type { CurveFactoryPool } from "./pool.ts";

/** Prices are packed into half a word. */
const MOST_PRICE = 2n ** 128n;

/**
 * How many times one coin's balance may be the other's: up to there, what `maxIn` takes leaves a
 * price below 10^17.
 */
const MOST_UNEVEN = 10n ** 12n;

/** Parts of the liquidity, as powers of two, that a redemption may have to leave. */
const LEFT_BITS = [20n, 17n, 14n, 10n, 7n, 5n, 4n, 3n, 2n, 1n];

/** As of plain pools; of code that averages its price no more than leaves one that it takes. */
export function maxIn(state: CurveFactoryPool, edge: Edge, at: BlockContext): bigint {
  if (!hasAveragedPrice(state)) return 0n;
  const most = own.maxIn(state, edge, at);
  if (state.offpegE10 === null || edge.action !== "redeem") return most;
  const { supply } = state;
  const i = state.coins.indexOf(edge.tokenOut);
  return (
    [most, ...LEFT_BITS.map((bits) => supply - (supply >> bits) - 1n)].find(
      (amountIn) =>
        amountIn > 0n && amountIn <= most && leavesPrice(state, { i, amountIn }, at.timestamp),
    ) ?? 0n
  );
}

/** Whether the pool is even enough for its code to average prices, where it does. */
export function hasAveragedPrice(state: CurveFactoryPool): boolean {
  if (state.offpegE10 === null) return true;
  const [first = 0n, second = 0n] = scaled(state);
  return first <= second * MOST_UNEVEN && second <= first * MOST_UNEVEN;
}

/** Whether a redemption for coin `i` leaves a price that fits. */
function leavesPrice(
  state: CurveFactoryPool,
  { i, amountIn }: { readonly i: number; readonly amountIn: bigint },
  timestamp: bigint,
): boolean {
  const amplification = amplificationAt(state, timestamp);
  const xp = scaled(state);
  const d0 = computeD(xp, amplification);
  if (d0 === null) return false;
  const d = d0 - (amountIn * d0) / state.supply;
  const y = computeY(xp, i, { d, amplification });
  if (y === null || y === 0n) return false;
  const left = xp.map((x, at) => (at === i ? y : x));
  return priceOf(left, { d, a: amplification.a }) < MOST_PRICE;
}

/**
 * `_get_p`: what the second coin is worth in the first, 18 decimals.
 *
 * @param xp Balances of two coins scaled to 18 decimals, above 0.
 * @param on.a Amplification times 100.
 * @see https://github.com/curvefi/curve-factory/blob/5272fd2b1199f185d9cd94822be9262c387dc2c2/contracts/implementations/plain-2/Plain2BasicEMA.vy
 */
function priceOf(
  [first = 1n, second = 1n]: readonly bigint[],
  { d, a }: { readonly d: bigint; readonly a: bigint },
): bigint {
  const product = ((((d / 4n) * d) / first) * d) / second;
  const linear = (a * 2n * first) / 100n;
  return (PRECISION * (linear + (product * first) / second)) / (linear + product);
}
