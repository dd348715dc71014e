import { isSteady } from "../../../src/protocols/curve-stableswap/invariant.ts";
import type { CurvePool } from "../../../src/protocols/curve-stableswap/pool.ts";
import { amplificationAt, reservesAt } from "../../../src/protocols/curve-stableswap/reserves.ts";
import { addCoins, replaced, scaled } from "../../../src/protocols/curve-stableswap/trade.ts";
import type { BlockContext, Edge } from "../../../src/protocols/protocol.ts";

/**
 * What a pool pays for one unit that `maxIn` does not offer: a deposit where the invariant is not
 * sure to be found, but is.
 */
export function unitPays(
  state: CurvePool,
  { action, tokenIn }: Edge,
  { timestamp }: BlockContext,
): bigint {
  if (action !== "deposit" || state.paused) return 0n;
  if (isSteady(scaled(state), amplificationAt(state, timestamp))) return 0n;
  const none = state.coins.map(() => 0n);
  const unit = replaced(none, state.coins.indexOf(tokenIn), 1n);
  return addCoins(reservesAt(state, timestamp), unit)?.amountOut ?? 0n;
}
