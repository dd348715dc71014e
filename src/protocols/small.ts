import type { Ratio } from "./protocol.ts";

/** Units of what is paid that rounding may eat up in all stages of a trade together. */
const ROUNDED = 1_000n;

/** Whether an amount is worth so little at a price that rounding may leave nothing of it. */
export function isSmall(amountIn: bigint, { numerator, denominator }: Ratio): boolean {
  return amountIn * numerator <= ROUNDED * denominator;
}
