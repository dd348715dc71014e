import type { Curve } from "../../../lib/curves/curve.ts";
import { sampled } from "../../../lib/curves/sampled.ts";
import type { BlockContext, PoolState } from "../../../protocols/protocol.ts";
import { type Dated, dated, holdsAt } from "../../graph/dated.ts";
import type { GraphEdge } from "../../graph/snapshot.ts";

/**
 * Curves by edge: a pool that did not change keeps them from block to block, unless its rates grow
 * with time. A curve of an earlier block would be near enough to choose by, but then an answer
 * would depend on which block was asked for before.
 */
const known = new WeakMap<GraphEdge, Dated<Curve>>();

/** Gas of a hop whose quote fails at the amounts that were tried. */
const UNKNOWN_GAS = 150_000;

/**
 * The curve of an edge: the family's own, else one through exact quotes.
 *
 * @param state The pool as the search finds it, which may differ from the edge's within a bundle.
 */
export function curveOf(edge: GraphEdge, state: PoolState, at: BlockContext): Curve {
  if (state !== edge.state) return createCurve(edge, state, at);
  const before = known.get(edge);
  if (before !== undefined && holdsAt(before, at)) return before.value;
  const made = dated(edge, at, (watched) => createCurve(edge, state, watched));
  known.set(edge, made);
  return made.value;
}

/** Whether the curve last made of an edge holds for any block. */
export function isTimeless(edge: GraphEdge): boolean {
  return known.get(edge)?.at === null;
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
