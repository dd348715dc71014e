import { remembered } from "./remembered.ts";
import type { Smooth } from "./smooth.ts";
import { positiveRoot, type Stableswap } from "./stableswap.ts";

/** What burning a part of the liquidity pays in one coin, with derivatives by the part. */
interface Paid {
  readonly amount: number;
  readonly slope: number;
  readonly bend: number;
}

/**
 * Exit in one coin. The input is the part of the liquidity that is burned, 0 to 1; the output has
 * the scale of the balances.
 *
 * @param fee Charged on what each coin's change differs from a balanced exit, as Curve's pools do;
 *   0 for pools that do not.
 */
export function stableExit(pool: Stableswap, coin: number, fee: number): Smooth {
  const reserve = pool.balances[coin] ?? 0;
  const paid = remembered((part): Paid => {
    const whole = paidAt(pool, coin, { part, fee: 0 });
    if (fee === 0) return whole;
    const reduced = paidAt(pool, coin, { part, fee });
    return {
      amount: reduced.amount - fee * (whole.amount - reserve * part),
      slope: reduced.slope - fee * (whole.slope - reserve),
      bend: reduced.bend - fee * whole.bend,
    };
  });
  return {
    scale: reserve / pool.d,
    output: (part) => paid(part).amount,
    marginal: (part) => paid(part).slope,
    curvature: (part) => paid(part).bend,
  };
}

/** D falls by its part, and the other balances by `fee` times the part. */
function paidAt(
  { balances, d, amplification, kappa }: Stableswap,
  coin: number,
  { part, fee }: { readonly part: number; readonly fee: number },
): Paid {
  const n = balances.length;
  const reserve = balances[coin] ?? 0;
  const others = balances.reduce((sum, balance, i) => (i === coin ? sum : sum + balance), 0);
  const betaSlope = d * (1 - 1 / amplification) - others * fee;
  const [left, kept] = [1 - part, 1 - fee * part];
  const growth = Math.expm1((n + 1) * Math.log1p(-part) - (n - 1) * Math.log1p(-fee * part));
  const c = kappa * reserve * (1 + growth);
  const relative = ((n - 1) * fee) / kept - (n + 1) / left;
  const relativeSlope = ((n - 1) * fee * fee) / (kept * kept) - (n + 1) / (left * left);
  const beta = kappa - reserve + betaSlope * part;
  const { y, s } = positiveRoot(beta, c);
  const slope = (c * relative - betaSlope * y) / s;
  const cBend = c * (relative * relative + relativeSlope);
  return {
    amount:
      (2 * reserve * (betaSlope * part - kappa * growth)) /
      (reserve + kappa + betaSlope * part + s),
    slope: -slope,
    bend: (2 * slope * (betaSlope + slope) - cBend) / s,
  };
}
