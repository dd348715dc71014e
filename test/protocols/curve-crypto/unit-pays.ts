import { mostTaken } from "../../../src/protocols/curve-crypto/max-in.ts";
import type { CurveCryptoPool } from "../../../src/protocols/curve-crypto/pool.ts";
import { addCoins, exchange } from "../../../src/protocols/curve-crypto/trade.ts";
import type { BlockContext, Edge } from "../../../src/protocols/protocol.ts";

/**
 * What a pool pays for one unit that `maxIn` does not offer: of a coin of which the pool has more
 * than it takes, as all it holds otherwise is worth less.
 */
export function unitPays(
  state: CurveCryptoPool,
  { action, tokenIn, tokenOut }: Edge,
  { timestamp }: BlockContext,
): bigint {
  const { coins } = state;
  const i = coins.indexOf(tokenIn);
  if (action === "redeem" || mostTaken(state, i) > 0n) return 0n;
  const traded =
    action === "swap"
      ? exchange(state, { i, j: coins.indexOf(tokenOut), amountIn: 1n }, timestamp)
      : addCoins(
          state,
          coins.map((_, k) => (k === i ? 1n : 0n)),
          timestamp,
        );
  return traded?.amountOut ?? 0n;
}
