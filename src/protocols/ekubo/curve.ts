import { concentrated } from "../../lib/curves/concentrated.ts";
import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import type { Edge } from "../protocol.ts";
import { positionAtOrBelow } from "../uniswap-v3/tick-table.ts";
import { type EkuboPool, GAS_BASE, GAS_PER_TICK, maxIn } from "./pool.ts";
import { toFixed } from "./sqrt-ratio.ts";

/** The pool's ticks from the current price on, in the direction of the edge. */
export function curve(state: EkuboPool, edge: Edge): Curve {
  const { ticks: table, tick, sqrtRatio, feeX64 } = state;
  const zeroForOne = edge.tokenIn === state.token0;
  const below = positionAtOrBelow(table, tick);
  return concentrated({
    zeroForOne,
    start: rootOf(sqrtRatio),
    kept: 1 - Number(feeX64) / 2 ** 64,
    capacity: capacityOf(maxIn(state, edge)),
    gas: (n) => GAS_BASE + n * GAS_PER_TICK,
    stretch(n) {
      const end = zeroForOne ? below - n : below + 1 + n;
      const ratio = table.sqrtRatio[end];
      if (ratio === undefined) return null;
      const liquidity = Number(table.liquidityAbove[zeroForOne ? end : end - 1] ?? 0n);
      return { end: rootOf(ratio), liquidity };
    },
  });
}

function rootOf(sqrtRatio: bigint): number {
  return Number(toFixed(sqrtRatio)) / 2 ** 128;
}
