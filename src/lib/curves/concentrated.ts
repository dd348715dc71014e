import type { Curve } from "./curve.ts";

/** The next stretch of constant liquidity that a trade would reach. */
export interface Stretch {
  /** Liquidity in range. */
  readonly liquidity: number;
  /** Square root of the price (token1 per token0) at its end. */
  readonly end: number;
}

/** A concentrated-liquidity pool in one direction. */
export interface Concentrated {
  readonly zeroForOne: boolean;
  /** Square root of the current price. */
  readonly start: number;
  /** Part of the input that is left after the fee. */
  readonly kept: number;
  readonly capacity: number;
  /** Gas of a trade that ends in the n-th stretch. */
  readonly gas: (n: number) => number;
  /** The n-th stretch from the current price on; null behind the last. */
  readonly stretch: (n: number) => Stretch | null;
}

/** Cumulative amounts at the start of each stretch reached so far, and its price and liquidity. */
interface Reached {
  readonly amountIn: number[];
  readonly amountOut: number[];
  readonly start: number[];
  readonly liquidity: number[];
}

/**
 * Sum of constant-product stretches: within one, token0 is liquidity / sqrtPrice and token1 is liquidity * sqrtPrice. Stretches are
 * summed up from the current price outwards and only as far as they are asked for, which keeps small trades exact.
 *
 * @see https://uniswap.org/whitepaper-v3.pdf section 6.2
 */
export function concentrated(pool: Concentrated): Curve {
  const { zeroForOne, kept, capacity } = pool;
  const reached: Reached = { amountIn: [0], amountOut: [0], start: [pool.start], liquidity: [] };
  let isComplete = false;

  /** Adds the next stretch; false behind the last. */
  function extend(): boolean {
    if (isComplete) return false;
    const n = reached.liquidity.length;
    const next = pool.stretch(n);
    if (next === null) {
      isComplete = true;
      return false;
    }
    const from = reached.start[n] ?? pool.start;
    const { liquidity, end } = next;
    const amount0 = liquidity * Math.abs(1 / end - 1 / from);
    const amount1 = liquidity * Math.abs(end - from);
    reached.liquidity.push(liquidity);
    reached.start.push(end);
    reached.amountIn.push((reached.amountIn[n] ?? 0) + (zeroForOne ? amount0 : amount1) / kept);
    reached.amountOut.push((reached.amountOut[n] ?? 0) + (zeroForOne ? amount1 : amount0));
    return true;
  }

  /** Stretch in which the trade of an input ends; the last one where none is long enough. */
  function stretchOfInput(amountIn: number): number {
    while ((reached.amountIn[reached.amountIn.length - 1] ?? 0) <= amountIn && extend());
    return lastAtMost(reached.amountIn, amountIn, reached.liquidity.length - 1);
  }

  /** Square root of the price after an input that ends in stretch `n`. */
  function priceAfter(amountIn: number, n: number): number {
    const from = reached.start[n] ?? pool.start;
    const liquidity = reached.liquidity[n] ?? 0;
    const x = (amountIn - (reached.amountIn[n] ?? 0)) * kept;
    if (liquidity === 0) return from;
    return zeroForOne ? (liquidity * from) / (liquidity + x * from) : from + x / liquidity;
  }

  return {
    capacity,
    output(amountIn) {
      const x = Math.min(amountIn, capacity);
      const n = stretchOfInput(x);
      if (n < 0) return 0;
      const from = reached.start[n] ?? pool.start;
      const liquidity = reached.liquidity[n] ?? 0;
      const before = reached.amountOut[n] ?? 0;
      if (liquidity === 0) return before;
      // Written so that nothing cancels where the price moves by little.
      const paid = (x - (reached.amountIn[n] ?? 0)) * kept;
      return zeroForOne
        ? before + (liquidity * from * from * paid) / (liquidity + paid * from)
        : before + (liquidity * paid) / (from * (liquidity * from + paid));
    },
    marginal(amountIn) {
      if (amountIn >= capacity) return 0;
      const n = stretchOfInput(amountIn);
      if (n < 0 || (reached.liquidity[n] ?? 0) === 0) return 0;
      const price = priceAfter(amountIn, n);
      return zeroForOne ? kept * price * price : kept / (price * price);
    },
    curvature(amountIn) {
      if (amountIn >= capacity) return 0;
      const n = stretchOfInput(amountIn);
      const liquidity = reached.liquidity[n] ?? 0;
      if (n < 0 || liquidity === 0) return 0;
      const price = priceAfter(amountIn, n);
      const cubed = price * price * price;
      return (-2 * kept * kept * (zeroForOne ? cubed : 1 / cubed)) / liquidity;
    },
    gas: (amountIn) => pool.gas(Math.max(0, stretchOfInput(amountIn))),
    inputAt(price) {
      if (!(price > 0)) return capacity;
      const target = zeroForOne ? Math.sqrt(price / kept) : Math.sqrt(kept / price);
      if (zeroForOne ? pool.start <= target : pool.start >= target) return 0;
      let last = reached.start[reached.start.length - 1] ?? pool.start;
      while ((zeroForOne ? last > target : last < target) && extend()) {
        last = reached.start[reached.start.length - 1] ?? pool.start;
      }
      const end = firstPast(reached.start, target, zeroForOne);
      if (end === reached.start.length) return Math.min(reached.amountIn[end - 1] ?? 0, capacity);
      const from = reached.start[end - 1] ?? pool.start;
      const liquidity = reached.liquidity[end - 1] ?? 0;
      const amount = liquidity * (zeroForOne ? 1 / target - 1 / from : target - from);
      return Math.min((reached.amountIn[end - 1] ?? 0) + amount / kept, capacity);
    },
  };
}

/** First index whose price lies at or past the target, in the direction of the trade; the length when none does. */
function firstPast(prices: readonly number[], target: number, falling: boolean): number {
  let low = 0;
  let high = prices.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const price = prices[middle] ?? 0;
    if (falling ? price > target : price < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Last index up to `last` whose value is at most `wanted`; -1 when there is none. */
function lastAtMost(ascending: readonly number[], wanted: number, last: number): number {
  let low = 0;
  let high = last;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((ascending[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return high < 0 ? -1 : low;
}
