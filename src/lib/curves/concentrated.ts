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

/**
 * The stretches reached so far, a row of four columns for each, and one for the end of the last:
 * square root of the price at its start, amounts up to there, liquidity. In one array, as what is
 * looked up together is near each other then.
 */
type Rows = Float64Array;
const [ROOT, IN, OUT, LIQUIDITY, COLUMNS] = [0, 1, 2, 3, 4];

/**
 * Sum of constant-product stretches: within one, token0 is liquidity / sqrtPrice and token1 is
 * liquidity * sqrtPrice. Stretches are summed up from the current price outwards and only as far as
 * they are asked for, which keeps small trades exact.
 *
 * @see https://uniswap.org/whitepaper-v3.pdf section 6.2
 */
export function concentrated(pool: Concentrated): Curve {
  const { zeroForOne, kept, capacity } = pool;
  let rows: Rows = new Float64Array(4 * COLUMNS);
  rows[ROOT] = pool.start;
  /** Number of stretches reached. */
  let count = 0;
  let isComplete = false;
  /** The stretches found last by price and by input: where to look first. */
  let latest = 0;
  let entered = 0;

  /** Adds the next stretch; false behind the last. */
  function extend(): boolean {
    const next = isComplete ? null : pool.stretch(count);
    if (next === null) {
      isComplete = true;
      return false;
    }
    const at = count * COLUMNS;
    if (at + 2 * COLUMNS > rows.length) rows = grown(rows);
    const from = rows[at + ROOT] ?? 0;
    const { liquidity, end } = next;
    const amount0 = liquidity * Math.abs(1 / end - 1 / from);
    const amount1 = liquidity * Math.abs(end - from);
    rows[at + LIQUIDITY] = liquidity;
    rows[at + COLUMNS + ROOT] = end;
    rows[at + COLUMNS + IN] = (rows[at + IN] ?? 0) + (zeroForOne ? amount0 : amount1) / kept;
    rows[at + COLUMNS + OUT] = (rows[at + OUT] ?? 0) + (zeroForOne ? amount1 : amount0);
    count += 1;
    return true;
  }

  /**
   * Stretch in which the trade of an input ends; the last one where none is long enough; -1 when
   * there is none.
   */
  function stretchOfInput(amountIn: number): number {
    // Of one input the output, the gas and the derivatives are asked for one after the other.
    const here = entered * COLUMNS + IN;
    if (
      entered < count &&
      (rows[here] ?? 0) <= amountIn &&
      amountIn < (rows[here + COLUMNS] ?? 0)
    ) {
      return entered;
    }
    while ((rows[count * COLUMNS + IN] ?? 0) <= amountIn && extend());
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((rows[middle * COLUMNS + IN] ?? 0) <= amountIn) low = middle;
      else high = middle - 1;
    }
    entered = Math.max(0, high);
    return high;
  }

  /**
   * The stretch in which a trade up to a root of the price ends; -1 if it does not begin, the
   * number of stretches if it ends behind all.
   */
  function stretchOfRoot(root: number): number {
    const isBefore = (n: number): boolean => {
      const start = rows[n * COLUMNS + ROOT] ?? 0;
      return zeroForOne ? start > root : start < root;
    };
    // Prices change little between two questions.
    if (latest < count && isBefore(latest) && !isBefore(latest + 1)) return latest;
    while (isBefore(count) && extend());
    let low = 0;
    let high = count + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(middle)) low = middle + 1;
      else high = middle;
    }
    latest = Math.max(0, low - 1);
    return low - 1;
  }

  /** Square root of the price after an input that ends in stretch `n`. */
  function rootAfter(amountIn: number, n: number): number {
    const from = rows[n * COLUMNS + ROOT] ?? 0;
    const liquidity = rows[n * COLUMNS + LIQUIDITY] ?? 0;
    const x = (amountIn - (rows[n * COLUMNS + IN] ?? 0)) * kept;
    if (liquidity === 0) return from;
    return zeroForOne ? (liquidity * from) / (liquidity + x * from) : from + x / liquidity;
  }

  /**
   * Output of an input that ends in stretch `n`. Written so that nothing cancels where the price
   * moves by little.
   */
  function outputIn(n: number, amountIn: number): number {
    const from = rows[n * COLUMNS + ROOT] ?? 0;
    const liquidity = rows[n * COLUMNS + LIQUIDITY] ?? 0;
    const before = rows[n * COLUMNS + OUT] ?? 0;
    if (liquidity === 0) return before;
    const paid = (amountIn - (rows[n * COLUMNS + IN] ?? 0)) * kept;
    return zeroForOne
      ? before + (liquidity * from * from * paid) / (liquidity + paid * from)
      : before + (liquidity * paid) / (from * (liquidity * from + paid));
  }

  /** Input of a trade that ends in stretch `n` at a root of the price. */
  function inputIn(n: number, root: number): number {
    const liquidity = rows[n * COLUMNS + LIQUIDITY] ?? 0;
    const from = rows[n * COLUMNS + ROOT] ?? 0;
    const amount = liquidity * (zeroForOne ? 1 / root - 1 / from : root - from);
    return Math.min((rows[n * COLUMNS + IN] ?? 0) + amount / kept, capacity);
  }

  /** Second derivative where the square root of the price is `root`. */
  function bendAt(root: number, liquidity: number): number {
    const cubed = root * root * root;
    return (-2 * kept * kept * (zeroForOne ? cubed : 1 / cubed)) / liquidity;
  }

  /** Square root of the pool's price at which the next unit yields `price`. */
  function rootOf(price: number): number {
    return Math.sqrt(zeroForOne ? price / kept : kept / price);
  }

  function output(amountIn: number): number {
    const x = Math.min(amountIn, capacity);
    const n = stretchOfInput(x);
    return n < 0 ? 0 : outputIn(n, x);
  }

  const gas = (amountIn: number): number => pool.gas(Math.max(0, stretchOfInput(amountIn)));

  return {
    ...{ capacity, output, gas },
    // Empty stretches in which a swap looks for ticks are not counted.
    isGasEstimated: true,
    marginal(amountIn) {
      if (amountIn >= capacity) return 0;
      const n = stretchOfInput(amountIn);
      if (n < 0 || rows[n * COLUMNS + LIQUIDITY] === 0) return 0;
      const root = rootAfter(amountIn, n);
      return zeroForOne ? kept * root * root : kept / (root * root);
    },
    curvature(amountIn) {
      if (amountIn >= capacity) return 0;
      const n = stretchOfInput(amountIn);
      const liquidity = n < 0 ? 0 : (rows[n * COLUMNS + LIQUIDITY] ?? 0);
      return liquidity === 0 ? 0 : bendAt(rootAfter(amountIn, n), liquidity);
    },
    inputAt(price) {
      if (!(price > 0)) return capacity;
      const root = rootOf(price);
      const n = stretchOfRoot(root);
      return n < 0 ? 0 : inputIn(n, root);
    },
    tradeAt(price, trade) {
      const root = rootOf(price);
      const n = stretchOfRoot(root);
      const x = n < 0 ? 0 : inputIn(n, root);
      const isInside = x > 0 && x < capacity;
      const liquidity = isInside ? (rows[n * COLUMNS + LIQUIDITY] ?? 0) : 0;
      trade.input = x;
      trade.output = isInside ? outputIn(n, x) : output(x);
      trade.curvature = liquidity > 0 ? bendAt(root, liquidity) : 0;
      trade.gas = isInside ? pool.gas(n) : gas(x);
    },
  };
}

function grown(rows: Rows): Rows {
  const larger = new Float64Array(2 * rows.length);
  larger.set(rows);
  return larger;
}
