import type { Curve } from "../../../protocols/curves/curve.ts";
import { sampled } from "../../../protocols/curves/sampled.ts";
import type { BlockContext, PoolState } from "../../../protocols/protocol.ts";
import type { GraphEdge } from "../../graph/snapshot.ts";

/** Curves by state and edge: a pool that did not change keeps them from block to block. */
const known = new WeakMap<PoolState, Map<string, Curve>>();

const SECONDS_PER_HOUR = 3_600n;
/** Gas of a hop whose quote fails at the amounts that were tried. */
const UNKNOWN_GAS = 150_000;

/**
 * The curve of an edge: the family's own, else one through exact quotes.
 *
 * @param state The pool as the search finds it.
 */
export function curveOf(edge: GraphEdge, state: PoolState, at: BlockContext): Curve {
  const own = known.get(state) ?? new Map<string, Curve>();
  known.set(state, own);
  // Rates that grow with time are followed by the hour, which is near enough to choose by.
  const key = `${edge.tokenIn}${edge.tokenOut}${at.timestamp / SECONDS_PER_HOUR}`;
  const curve = own.get(key) ?? createCurve(edge, state, at);
  own.set(key, curve);
  return curve;
}

function createCurve(edge: GraphEdge, state: PoolState, at: BlockContext): Curve {
  const { protocol } = edge;
  const own = protocol.curve?.(state, edge, at) ?? null;
  if (own !== null) return own;
  const maxIn = protocol.maxIn(state, edge);
  const middle = protocol.quote(state, edge, maxIn / 2n, at);
  return sampled({
    quote(amountIn) {
      const quote = protocol.quote(state, edge, amountIn, at);
      return quote.ok ? quote.amountOut : null;
    },
    maxIn,
    gas: middle.ok ? Number(middle.gas) : UNKNOWN_GAS,
  });
}
