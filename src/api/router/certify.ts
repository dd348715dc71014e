import type { Certificate, Route } from "./route.ts";

/** What the float bound may lack for its curves' distance from the exact quotes. */
const BOUND_MARGIN = 1e-9;

/**
 * The certificate of a route that is worth `net` after gas; null where there is no bound.
 *
 * @param bound Smallest unit of tokenOut.
 */
export function certify(
  { amountOut }: Pick<Route, "amountOut">,
  net: bigint,
  bound: number | null,
): Certificate | null {
  if (bound === null || amountOut === 0n) return null;
  const upperBound = BigInt(Math.ceil(bound * (1 + BOUND_MARGIN)));
  if (upperBound < net) return { upperBound: net, gapBps: 0 };
  return { upperBound, gapBps: Number(((upperBound - net) * 1_000_000n) / amountOut) / 100 };
}
