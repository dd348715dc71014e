import type { BlockContext } from "../../protocols/protocol.ts";
import type { GraphEdge } from "./snapshot.ts";

/** What was made of an edge, with the block that it was made for. */
export interface Dated<T> {
  readonly value: T;
  /** Null: nothing in it depends on the block. */
  readonly at: BlockContext | null;
  /** As of `Protocol.changesAt`; absent: it holds for that very block alone. */
  readonly changesAt?: bigint | null;
}

/** Makes something of an edge for a block, and notes for which others it holds. */
export function dated<T>(
  edge: GraphEdge,
  at: BlockContext,
  make: (at: BlockContext) => T,
): Dated<T> {
  const watched = watch(at);
  const value = make(watched.at);
  return watched.wasRead() ? { value, at, ...changeOf(edge, at) } : { value, at: null };
}

/** Whether what was made for a block is what would be made for another one. */
export function holdsAt({ at: madeAt, changesAt }: Dated<unknown>, at: BlockContext): boolean {
  if (madeAt === null || isSame(madeAt, at)) return true;
  if (changesAt === undefined || at.timestamp < madeAt.timestamp) return false;
  return changesAt === null || at.timestamp < changesAt;
}

function changeOf({ protocol, state }: GraphEdge, at: BlockContext) {
  return protocol.changesAt === undefined ? {} : { changesAt: protocol.changesAt(state, at) };
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
