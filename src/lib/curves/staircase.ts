import { type Curve, withTrades } from "./curve.ts";

/** A stretch of a trade with one rate. */
export interface Stair {
  /** Units of tokenOut per unit of tokenIn, fee included. */
  readonly rate: number;
  /** What it takes, smallest unit of tokenIn. */
  readonly length: number;
}

/** Rates that fall from stretch to stretch. */
export interface Staircase {
  readonly stairs: readonly Stair[];
  readonly capacity: number;
  /** Of a trade that ends in the n-th stretch. */
  readonly gas: (n: number) => number;
}

/**
 * How much the rate of a stretch falls each time the amount in it grows by a factor of e: a search
 * by prices needs some slope, and over all sizes it stays below the accuracy of a curve.
 */
const DECLINE = 1e-11;
/** Part by which the next rate is lower at least; more than what a stretch declines by. */
const LEAST_FALL = 2e-9;

/** A stretch with where it begins. */
interface Placed extends Stair {
  readonly start: number;
  readonly output: number;
  /** Number of the last stair in it. */
  readonly last: number;
}

/**
 * Stretches of constant rates. One that pays better than the one before it is joined with it at
 * their average, as curves are concave: a trade that ends between is said to pay a little more than
 * it does.
 */
export function staircase({ stairs, capacity, gas }: Staircase): Curve {
  const placed = placedStairs(stairs);
  const indexOf = (isBefore: (stair: Placed) => boolean): number => {
    let low = 0;
    let high = placed.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const stair = placed[middle];
      if (stair !== undefined && isBefore(stair)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const at = (amountIn: number): Placed | undefined =>
    placed[
      Math.max(
        0,
        indexOf(({ start }) => start <= amountIn),
      )
    ];
  return withTrades({
    capacity,
    gas: (amountIn) => gas(at(amountIn)?.last ?? 0),
    output(amountIn) {
      const x = Math.min(amountIn, capacity);
      const stair = at(x);
      return stair === undefined ? 0 : stair.output + paidIn(stair, x - stair.start);
    },
    marginal(amountIn) {
      const stair = amountIn >= capacity ? undefined : at(amountIn);
      if (stair === undefined) return 0;
      return stair.rate * (1 - DECLINE * Math.log1p(amountIn - stair.start));
    },
    curvature(amountIn) {
      const stair = amountIn >= capacity ? undefined : at(amountIn);
      return stair === undefined ? 0 : (-stair.rate * DECLINE) / (1 + amountIn - stair.start);
    },
    inputAt(price) {
      if (!(price > 0)) return capacity;
      const stair = placed[indexOf(({ rate }) => rate > price)];
      if (stair === undefined) return 0;
      const inside = Math.expm1((1 - price / stair.rate) / DECLINE);
      return Math.min(stair.start + Math.min(inside, stair.length), capacity);
    },
  });
}

function paidIn({ rate }: Stair, x: number): number {
  return rate * (x - DECLINE * ((1 + x) * Math.log1p(x) - x));
}

function placedStairs(stairs: readonly Stair[]): readonly Placed[] {
  const joined: { rate: number; length: number; last: number }[] = [];
  for (const [last, stair] of stairs.entries()) {
    let next = { ...stair, last };
    for (;;) {
      const before = joined.at(-1);
      if (before === undefined || next.rate <= before.rate * (1 - LEAST_FALL)) break;
      const length = before.length + next.length;
      const rate = (before.rate * before.length + next.rate * next.length) / length;
      next = { rate, length, last };
      joined.pop();
    }
    joined.push(next);
  }
  let [start, output] = [0, 0];
  return joined.map((stair) => {
    const placed = { ...stair, start, output };
    start += stair.length;
    output += paidIn(stair, stair.length);
    return placed;
  });
}
