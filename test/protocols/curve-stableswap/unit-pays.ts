import { isSteady } from "../../../src/protocols/curve-stableswap/invariant.ts";
import { mostTaken } from "../../../src/protocols/curve-stableswap/max-in.ts";
import type { CurvePool } from "../../../src/protocols/curve-stableswap/pool.ts";
import { reservesAt } from "../../../src/protocols/curve-stableswap/reserves.ts";
import {
  addCoins,
  exchange,
  removeOneCoin,
  replaced,
  scaled,
} from "../../../src/protocols/curve-stableswap/trade.ts";
import type { BlockContext, Edge } from "../../../src/protocols/protocol.ts";

/**
 * What a pool pays for one unit that `maxIn` does not offer: where the invariant is not sure to be
 * found, but is, or of a coin of which the pool has more than it takes.
 */
export function unitPays(
  state: CurvePool,
  { action, tokenIn, tokenOut }: Edge,
  { timestamp }: BlockContext,
): bigint {
  const pool = reservesAt(state, timestamp);
  const [i, j] = [state.coins.indexOf(tokenIn), state.coins.indexOf(tokenOut)];
  const isFull = action !== "redeem" && mostTaken(state, i, action) === 0n;
  const isSure = isSteady(scaled(pool), pool.amplification) && !isFull;
  if (state.paused || isSure) return 0n;
  const none = state.coins.map(() => 0n);
  const traded = {
    swap: () => exchange(pool, { i, j, amountIn: 1n }),
    deposit: () => addCoins(pool, replaced(none, i, 1n)),
    redeem: () => removeOneCoin(pool, { i: j, amountIn: 1n }),
  }[action]();
  return traded?.amountOut ?? 0n;
}
