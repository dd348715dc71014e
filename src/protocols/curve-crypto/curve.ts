import type { Curve } from "../../lib/curves/curve.ts";
import { sampled } from "../../lib/curves/sampled.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { maxIn } from "./max-in.ts";
import { type CurveCryptoPool, gasOfHop } from "./pool.ts";
import { mintedFor, paidFor, removeForCoin } from "./trade.ts";

/** Below this part of the largest input, as a power of two, a unit pays what it does there. */
const SMALLEST_BITS = 24n;

/**
 * Through what the contract pays at amounts that double, as a fee that moves with the trade has no
 * closed form.
 */
export function curve(state: CurveCryptoPool, edge: Edge, at: BlockContext): Curve {
  const { averagesTime, futureTime } = state;
  // Of a pool whose A and gamma do not move the curve is that of its last change: averages, which
  // do, have no part in what a trade pays.
  const timestamp = futureTime > averagesTime ? at.timestamp : averagesTime;
  const most = maxIn(state, edge, { number: 0n, timestamp });
  const i = state.coins.indexOf(edge.tokenIn);
  const j = state.coins.indexOf(edge.tokenOut);
  const pays = (amountIn: bigint): bigint | null => {
    switch (edge.action) {
      case "swap":
        return paidFor(state, { i, j, amountIn }, timestamp)?.amountOut ?? null;
      case "deposit": {
        const amounts = state.coins.map((_, k) => (k === i ? amountIn : 0n));
        return mintedFor(state, amounts, timestamp)?.amountOut ?? null;
      }
      case "redeem":
        return removeForCoin(state, { j, amountIn }, timestamp)?.amountOut ?? null;
    }
  };
  return sampled({
    quote: pays,
    maxIn: most,
    smallest: most >> SMALLEST_BITS,
    gas: Number(gasOfHop(state, edge.action)),
  });
}
