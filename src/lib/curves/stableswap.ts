import { remembered } from "./remembered.ts";
import type { Smooth } from "./smooth.ts";

/**
 * A stableswap pool around its present balances. All amounts have the same scale, e.g. 18 decimals.
 */
export interface Stableswap {
  readonly balances: readonly number[];
  /** What the pool would hold in all if the coins were worth the same. */
  readonly d: number;
  /** A * n^n, `ann` below. */
  readonly amplification: number;
  /** D^(n+1) / (n^n * product of the balances * ann), `kappa` below. */
  readonly kappa: number;
}

const MAX_STEPS = 128;

/**
 * Finds the invariant D, ann * sum + D = ann * D + D^(n+1) / (n^n * product), by Newton's method
 * from above, where it falls until rounding stops it.
 *
 * @param balances All above 0.
 * @see https://berkeley-defi.github.io/assets/material/StableSwap.pdf
 */
export function stableswap(balances: readonly number[], amplification: number): Stableswap {
  const n = balances.length;
  const sum = balances.reduce((total, balance) => total + balance, 0);
  let d = sum;
  for (let step = 0; step < MAX_STEPS; step++) {
    const term = productTerm(balances, d);
    const next =
      ((amplification * sum + term * n) * d) / ((amplification - 1) * d + (n + 1) * term);
    if (!(next < d)) break;
    d = next;
  }
  return { balances, amplification, d, kappa: productTerm(balances, d) / amplification };
}

function productTerm(balances: readonly number[], d: number): number {
  return balances.reduce((product, balance) => product * (d / (balance * balances.length)), d);
}

/**
 * The balance that a swap, join or exit leaves of one coin solves y^2 + beta * y = c, where beta is
 * the sum of the other balances less D * (1 - 1/ann), and c = D^(n+1) / (n^n * product of the
 * others * ann). Both solutions' sums are free of cancellation: sqrt(beta^2 + 4c) is y + c/y, and
 * beta at the start is kappa - y.
 */
export function positiveRoot(beta: number, c: number): { readonly y: number; readonly s: number } {
  const s = Math.sqrt(beta * beta + 4 * c);
  return { y: beta > 0 ? (2 * c) / (beta + s) : (s - beta) / 2, s };
}

/**
 * How much of coin `to` an input of coin `from` takes out, without fees. What is paid, t = y_before
 * - y, solves t^2 - (y_before + kappa + x) * t + y_before * x * (1 + kappa / (x_before + x)) = 0,
 * which is exact for small inputs, too.
 */
export function stableSwap(pool: Stableswap, from: number, to: number): Smooth {
  const { kappa } = pool;
  const before = pool.balances[from] ?? 0;
  const reserve = pool.balances[to] ?? 0;
  const product = kappa * reserve * before;
  const at = remembered((x: number) => {
    const balance = before + x;
    const c = product / balance;
    const { y, s } = positiveRoot(kappa - reserve + x, c);
    return { y, s, c, balance };
  });
  return {
    scale: before,
    output(x) {
      const { s, balance } = at(x);
      return (2 * x * reserve * (1 + kappa / balance)) / (reserve + kappa + x + s);
    },
    marginal(x) {
      const { y, s, c, balance } = at(x);
      return (y + c / balance) / s;
    },
    curvature(x) {
      const { y, s, c, balance } = at(x);
      const marginal = (y + c / balance) / s;
      return (-2 * (c / (balance * balance) + marginal * (1 - marginal))) / s;
    },
  };
}
