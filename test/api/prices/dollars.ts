import type { UsdPrice } from "../../../src/api/prices/usd-price.ts";

/** Dollars of a whole token of so many decimals. */
export function dollars(price: UsdPrice | null, decimals = 18): number | null {
  if (price === null) return null;
  const scaled = (price.numerator * 10n ** BigInt(decimals + 9)) / price.denominator;
  return Number(scaled) / 1e9;
}
