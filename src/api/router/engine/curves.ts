import type { Curve } from "../../../lib/curves/curve.ts";
import { sampled } from "../../../lib/curves/sampled.ts";
import type { BlockContext, PoolState } from "../../../protocols/protocol.ts";
import type { GraphEdge } from "../../graph/snapshot.ts";

/** A curve with the block it was made for; null: nothing in it depends on the block. */
interface Dated {
  readonly curve: Curve;
  readonly at: BlockContext | null;
  /** As of `Protocol.changesAt`; absent: it holds for that very block alone. */
  readonly changesAt?: bigint | null;
}

/**
 * Curves by edge: a pool that did not change keeps them from block to block, unless its rates grow
 * with time. A curve of an earlier block would be near enough to choose by, but then an answer
 * would depend on which block was asked for before.
 */
const known = new WeakMap<GraphEdge, Dated>();

/** Gas of a hop whose quote fails at the amounts that were tried. */
const UNKNOWN_GAS = 150_000;

/**
 * The curve of an edge: the family's own, else one through exact quotes.
 *
 * @param state The pool as the search finds it, which may differ from the edge's within a bundle.
 */
export function curveOf(edge: GraphEdge, state: PoolState, at: BlockContext): Curve {
  if (state !== edge.state) return createCurve(edge, state, at);
  const dated = known.get(edge);
  if (dated !== undefined && holdsAt(dated, at)) return dated.curve;
  const watched = watch(at);
  const curve = createCurve(edge, state, watched.at);
  known.set(edge, watched.wasRead() ? { curve, at, ...changeOf(edge, at) } : { curve, at: null });
  return curve;
}

function changeOf({ protocol, state }: GraphEdge, at: BlockContext): Pick<Dated, "changesAt"> {
  return protocol.changesAt === undefined ? {} : { changesAt: protocol.changesAt(state, at) };
}

function holdsAt(dated: Dated, at: BlockContext): boolean {
  if (dated.at === null || isSame(dated.at, at)) return true;
  const { changesAt } = dated;
  if (changesAt === undefined || at.timestamp < dated.at.timestamp) return false;
  return changesAt === null || at.timestamp < changesAt;
}

/** Whether the curve last made of an edge holds for any block. */
export function isTimeless(edge: GraphEdge): boolean {
  return known.get(edge)?.at === null;
}

function isSame(one: BlockContext, other: BlockContext): boolean {
  return one.number === other.number && one.timestamp === other.timestamp;
}

/** The same block, with a memory of whether it was looked at. */
function watch({ number, timestamp }: BlockContext) {
  let wasRead = false;
  const read = <T>(value: T): T => {
    wasRead = true;
    return value;
  };
  const at: BlockContext = {
    get number() {
      return read(number);
    },
    get timestamp() {
      return read(timestamp);
    },
  };
  return { at, wasRead: () => wasRead };
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
