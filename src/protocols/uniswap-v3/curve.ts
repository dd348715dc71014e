import { concentrated } from "../../lib/curves/concentrated.ts";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { PIPS } from "../../lib/math.ts";
import type { Edge } from "../protocol.ts";
import { GAS_BASE, GAS_PER_TICK, maxIn, type UniswapV3Pool } from "./pool.ts";
import { positionAtOrBelow } from "./tick-table.ts";

const Q96 = 2 ** 96;

/** The pool's ticks from the current price on, in the direction of the edge. */
export function curve(state: UniswapV3Pool, edge: Edge): Curve {
  const { ticks: table, tick, liquidity, feePips, sqrtPriceX96 } = state;
  const zeroForOne = edge.tokenIn === state.token0;
  const below = positionAtOrBelow(table, tick);
  return concentrated({
    zeroForOne,
    start: Number(sqrtPriceX96) / Q96,
    kept: 1 - feePips / Number(PIPS),
    capacity: capacityOf(maxIn(state, edge)),
    gas: (n) => GAS_BASE + n * GAS_PER_TICK,
    stretch(n) {
      const end = zeroForOne ? below - n : below + 1 + n;
      const ratio = table.sqrtRatioX96[end];
      if (ratio === undefined) return null;
      const inRange = zeroForOne ? table.liquidityAbove[end] : table.liquidityAbove[end - 1];
      return { end: Number(ratio) / Q96, liquidity: Number(n === 0 ? liquidity : inRange) };
    },
  });
}
