import { concentrated } from "../../lib/curves/concentrated.ts";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { PIPS } from "../../lib/math.ts";
import type { Edge } from "../protocol.ts";
import { type ConcentratedPool, GAS_BASE, GAS_PER_TICK, maxIn } from "./pool.ts";
import { positionAtOrBelow } from "./tick-table.ts";
import { feeOf } from "./walk.ts";

const Q96 = 2 ** 96;

/** The pool's ticks from the current price on, in the direction of the edge. */
export function curve(state: ConcentratedPool, edge: Edge): Curve {
  return curveOf(state, edge, { maxIn: maxIn(state, edge), gasBase: GAS_BASE });
}

/** As `curve`, for a family with other bounds. */
export function curveOf(
  state: ConcentratedPool,
  edge: Edge,
  { maxIn: most, gasBase }: { readonly maxIn: bigint; readonly gasBase: number },
): Curve {
  const { ticks: table, tick, liquidity, sqrtPriceX96 } = state;
  const zeroForOne = edge.tokenIn === state.token0;
  const below = positionAtOrBelow(table, tick);
  return concentrated({
    zeroForOne,
    start: Number(sqrtPriceX96) / Q96,
    kept: 1 - feeOf(state, zeroForOne) / Number(PIPS),
    capacity: capacityOf(most),
    gas: (n) => gasBase + n * GAS_PER_TICK,
    stretch(n) {
      const end = zeroForOne ? below - n : below + 1 + n;
      const ratio = table.sqrtRatioX96[end];
      if (ratio === undefined) return null;
      const inRange = zeroForOne ? table.liquidityAbove[end] : table.liquidityAbove[end - 1];
      return { end: Number(ratio) / Q96, liquidity: Number(n === 0 ? liquidity : inRange) };
    },
  });
}
