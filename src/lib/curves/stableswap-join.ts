import { remembered } from "./remembered.ts";
import type { Smooth } from "./smooth.ts";
import type { Stableswap } from "./stableswap.ts";

/** A number that depends on the input, with its first two derivatives. */
interface Jet {
  readonly value: number;
  readonly slope: number;
  readonly bend: number;
}

const ZERO: Jet = { value: 0, slope: 0, bend: 0 };
const MAX_STEPS = 64;
const TOLERANCE = 1e-15;

/**
 * Join with one coin. The input has the scale of the balances; the output is the growth of the
 * invariant as a part of it, which is what the liquidity grows by.
 *
 * @param fee Charged on what each coin's change differs from a balanced join, as Curve's pools do;
 *   0 for pools that do not.
 */
export function stableJoin(pool: Stableswap, coin: number, fee: number): Smooth {
  const reserve = pool.balances[coin] ?? 0;
  const grown = remembered((x): Jet => {
    const free = growth(pool, coin, { added: { value: x, slope: 1, bend: 0 }, lost: ZERO });
    if (fee === 0) return free;
    return growth(pool, coin, {
      added: {
        value: x - fee * (x - reserve * free.value),
        slope: 1 - fee * (1 - reserve * free.slope),
        bend: fee * reserve * free.bend,
      },
      lost: { value: fee * free.value, slope: fee * free.slope, bend: fee * free.bend },
    });
  });
  return {
    scale: reserve,
    output: (x) => grown(x).value,
    marginal: (x) => grown(x).slope,
    curvature: (x) => grown(x).bend,
  };
}

/**
 * Growth w of D when a coin's balance y grows by e and the others shrink by their part r. From the
 * invariant before and after it solves (y + e) * (D * (1 - 1/ann) * w + others * r) + q - kappa * y
 * = e^2 + e * (y + kappa) with q = kappa * y * (1 + w)^(n+1) / (1 - r)^(n-1). The left side is
 * convex in w, so that Newton's method falls to the solution from above.
 */
function growth(
  { balances, d, amplification, kappa }: Stableswap,
  coin: number,
  { added: e, lost: r }: { readonly added: Jet; readonly lost: Jet },
): Jet {
  const n = balances.length;
  const before = balances[coin] ?? 0;
  const others = balances.reduce((sum, balance, i) => (i === coin ? sum : sum + balance), 0);
  const after = before + e.value;
  const [h, c] = [d * (1 - 1 / amplification), kappa * before];
  const kept = (n - 1) * Math.log1p(-r.value);
  const wanted = e.value * (e.value + before + kappa) - after * others * r.value;
  const linear = after * h;
  let w = Math.min(
    (wanted - c * Math.expm1(-kept)) / (linear + c * (n + 1)),
    Math.expm1((Math.log1p(wanted / c) + kept) / (n + 1)),
  );
  for (let step = 0; step < MAX_STEPS; step++) {
    const gained = Math.expm1((n + 1) * Math.log1p(w) - kept);
    const slope = linear + (c * (n + 1) * (1 + gained)) / (1 + w);
    const change = (linear * w + c * gained - wanted) / slope;
    w -= change;
    // From above every step falls, until rounding is all that is left.
    if (!(change > TOLERANCE * w)) break;
  }
  const q = c * Math.exp((n + 1) * Math.log1p(w) - kept);
  const [grown, left] = [1 + w, 1 - r.value];
  const byGrowth = linear + ((n + 1) * q) / grown;
  const byLoss = after * others + ((n - 1) * q) / left;
  // What one more of the coin brings: twice the balance and beta, free of cancellation.
  const s = after + q / after;
  const slope = (e.slope * s - byLoss * r.slope) / byGrowth;
  const [a, b] = [slope / grown, r.slope / left];
  const qBend = n * q * ((n + 1) * a * a + (n - 1) * b * b) + 2 * q * (n + 1) * (n - 1) * a * b;
  const crossed = 2 * e.slope * (e.slope - h * slope - others * r.slope);
  const bend = (s * e.bend + crossed - byLoss * r.bend - qBend) / byGrowth;
  return { value: w, slope, bend };
}
