import type { Curve } from "../../lib/curves/curve.ts";
import * as ownCurve from "../curve-stableswap/curve.ts";
import * as ownLiquidity from "../curve-stableswap/liquidity.ts";
import * as own from "../curve-stableswap/pool.ts";
import type { BlockContext, Edge, Quote } from "../protocol.ts";
import { hasAveragedPrice, maxIn } from "./max-in.ts";
import type { CurveFactoryPool } from "./pool.ts";

/**
 * As of plain pools: exact to the wei. These look at their own limit; beyond that it is what an
 * average needs.
 */
export function quote(
  state: CurveFactoryPool,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<CurveFactoryPool> {
  const isLess = edge.action === "redeem" && state.offpegE10 !== null;
  const isRefused = isLess ? amountIn > maxIn(state, edge, at) : !hasAveragedPrice(state);
  if (amountIn > 0n && isRefused) return { ok: false, reason: "insufficient-liquidity" };
  return own.quote(state, edge, amountIn, at);
}

/** As of plain pools: exact to the wei. */
export function mint(
  state: CurveFactoryPool,
  amountsIn: readonly bigint[],
  at: BlockContext,
): Quote<CurveFactoryPool> {
  if (!hasAveragedPrice(state)) return { ok: false, reason: "insufficient-liquidity" };
  return ownLiquidity.mint(state, amountsIn, at);
}

/** As of plain pools, up to what this family takes. */
export function curve(state: CurveFactoryPool, edge: Edge, at: BlockContext): Curve {
  return ownCurve.curve(state, edge, at, maxIn(state, edge, at));
}
