import { max } from "../../lib/math.ts";
import { ECLP_RATIOS, eclpBalance, eclpMost } from "../balancer-v2/eclp-math.ts";
import { complement, divWadUp, mulWadDown, ONE } from "../balancer-v2/fixed-point.ts";
import type { Edge } from "../protocol.ts";
import type { EclpPool } from "./state.ts";

/**
 * A millionth, which limits stay below: rounding of a far stretched ellipse is above a trillionth.
 */
const MARGIN_WAD = ONE / 10n ** 6n;
const BELOW_WAD = ONE - MARGIN_WAD;

/**
 * What may come in of a token, 18 decimals: of a swap until nothing is left of the other token, of
 * a join until the invariant has grown by the most that is allowed.
 */
export function eclpRoom(pool: EclpPool, live: readonly bigint[], edge: Edge): bigint {
  const index = pool.tokens.indexOf(edge.tokenIn);
  const balance = live[index] ?? 0n;
  if (edge.action === "deposit") {
    const ratioWad = mulWadDown(ECLP_RATIOS.most, BELOW_WAD);
    const reached = eclpBalance(pool.ellipse, live, { index, ratioWad });
    return reached === null ? 0n : max(0n, reached - balance);
  }
  const most = eclpMost(pool.ellipse, live, index);
  if (most === null || most <= balance) return 0n;
  return (mulWadDown(most - balance, BELOW_WAD) * ONE) / complement(pool.swapFeeWad);
}

/**
 * Least part of the invariant that an exit to a token leaves: where nothing is left of it, which
 * the balance of the other token tells; null where there is none.
 */
export function eclpRest(pool: EclpPool, live: readonly bigint[], index: number): bigint | null {
  const other = live[1 - index] ?? 0n;
  const most = eclpMost(pool.ellipse, live, 1 - index);
  if (most === null || most <= 0n) return null;
  return max(ECLP_RATIOS.least, divWadUp(other, most)) + MARGIN_WAD;
}
