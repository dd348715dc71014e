import type { Curve } from "../../../lib/curves/curve.ts";
import { sampled } from "../../../lib/curves/sampled.ts";
import type { BlockContext, PoolState } from "../../../protocols/protocol.ts";
import type { GraphEdge } from "../../graph/snapshot.ts";

/** A curve and the hour that it was made for: rates that grow with time are followed by the hour, which is near enough to choose by. */
interface Dated {
  readonly curve: Curve;
  readonly hour: bigint;
}

/** Curves by edge: a pool that did not change keeps them from block to block. */
const known = new WeakMap<GraphEdge, Dated>();

const SECONDS_PER_HOUR = 3_600n;
/** Gas of a hop whose quote fails at the amounts that were tried. */
const UNKNOWN_GAS = 150_000;

/**
 * The curve of an edge: the family's own, else one through exact quotes.
 *
 * @param state The pool as the search finds it, which may differ from the edge's within a bundle.
 */
export function curveOf(edge: GraphEdge, state: PoolState, at: BlockContext): Curve {
  if (state !== edge.state) return createCurve(edge, state, at);
  const hour = at.timestamp / SECONDS_PER_HOUR;
  const dated = known.get(edge);
  if (dated?.hour === hour) return dated.curve;
  const curve = createCurve(edge, state, at);
  known.set(edge, { curve, hour });
  return curve;
}

function createCurve(edge: GraphEdge, state: PoolState, at: BlockContext): Curve {
  const { protocol } = edge;
  const own = protocol.curve?.(state, edge, at) ?? null;
  if (own !== null) return own;
  const maxIn = protocol.maxIn(state, edge, at);
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
