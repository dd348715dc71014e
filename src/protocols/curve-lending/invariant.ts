import { type Amplification, MOST_STEPS } from "../curve-stableswap/invariant.ts";

/**
 * The invariant D of balances as code of lending pools counts it, which adds one to what it divides
 * by; else that of plain pools.
 *
 * @param xp Balances scaled to 18 decimals.
 * @returns 18 decimals; 0 without balances; null where the contract reverts: no convergence.
 * @see https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/aave/StableSwapAave.vy
 */
export function computeD(
  xp: readonly bigint[],
  { a, aPrecision }: Pick<Amplification, "a" | "aPrecision">,
): bigint | null {
  const n = BigInt(xp.length);
  const sum = xp.reduce((total, x) => total + x, 0n);
  if (sum === 0n) return 0n;
  const ann = a * n;
  let d = sum;
  for (let step = 0; step < MOST_STEPS; step++) {
    const dP = xp.reduce((product, x) => (product * d) / (x * n + 1n), d);
    const previous = d;
    d =
      (((ann * sum) / aPrecision + dP * n) * d) /
      (((ann - aPrecision) * d) / aPrecision + (n + 1n) * dP);
    if (d > previous ? d - previous <= 1n : previous - d <= 1n) return d;
  }
  return null;
}
