import type { UsdPrice } from "./usd-price.ts";

const BPS = 10_000n;

/**
 * Share of the input's dollar value that the output does not have, in basis points, rounded down,
 * at least 0. It counts what pools charge and what the trade moves them. Null when either token has
 * no price.
 */
export function priceImpactBps(
  amountIn: { readonly amount: bigint; readonly price: UsdPrice | null },
  amountOut: { readonly amount: bigint; readonly price: UsdPrice | null },
): number | null {
  if (amountIn.price === null || amountOut.price === null) return null;
  const valueIn = amountIn.amount * amountIn.price.numerator * amountOut.price.denominator;
  const valueOut = amountOut.amount * amountOut.price.numerator * amountIn.price.denominator;
  if (valueIn === 0n) return null;
  const lost = valueIn - valueOut;
  return lost <= 0n ? 0 : Number((lost * BPS) / valueIn);
}
