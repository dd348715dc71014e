import type { Ratio } from "../../protocols/protocol.ts";

const BPS = 10_000n;

/** An amount of a token, and what its smallest unit is worth; null: not known. */
interface Priced {
  readonly amount: bigint;
  readonly price: Ratio | null;
}

/**
 * Share of the inputs' dollar value that the output does not have, in basis points, rounded down,
 * at least 0. It counts what pools charge and what the trade moves them. Null when a token has no
 * price.
 */
export function priceImpactBps(inputs: readonly Priced[], output: Priced): number | null {
  const [paid, received] = [worthOf(inputs), worthOf([output])];
  if (paid === null || received === null) return null;
  const valueIn = paid.numerator * received.denominator;
  const valueOut = received.numerator * paid.denominator;
  if (valueIn === 0n) return null;
  const lost = valueIn - valueOut;
  return lost <= 0n ? 0 : Number((lost * BPS) / valueIn);
}

/** What amounts are worth together; null when a price is missing. */
function worthOf(all: readonly Priced[]): Ratio | null {
  let [numerator, denominator] = [0n, 1n];
  for (const { amount, price } of all) {
    if (price === null) return null;
    numerator = numerator * price.denominator + amount * price.numerator * denominator;
    denominator *= price.denominator;
  }
  return { numerator, denominator };
}
