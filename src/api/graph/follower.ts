import type { Address } from "viem";
import type { Head } from "./heads.ts";
import type { Memory, Touched } from "./memory.ts";
import type { Snapshot } from "./snapshot.ts";

/** What a snapshot was built from. */
export interface Published {
  readonly memory: Memory;
  readonly head: Head;
  /** Every token that was found to have passed the quality check so far. */
  readonly accepted: ReadonlySet<Address>;
}

/** Is told of every snapshot of a feed, so that it can build the same. */
export interface GraphFollower {
  /** @param touched What may differ from the snapshot before. */
  follow(snapshot: Snapshot, published: Published, touched: Touched): void;
  /** The feed ended. */
  close(): void;
}

/** Verdicts of the quality check that a graph was built by. */
export interface AcceptedTokens {
  /** As the gate, which it asks about each token until that has passed. */
  readonly accepts: (token: Address) => boolean;
  /** All that passed when they were asked about; the same object until there is one more. */
  all(): ReadonlySet<Address>;
}

/** Remembers what a gate accepts, as tokens pass at any time and a snapshot knows those that had when it was built. */
export function rememberAccepted(accepts: (token: Address) => boolean): AcceptedTokens {
  let known: ReadonlySet<Address> = new Set();
  const fresh = new Set<Address>();
  return {
    accepts(token) {
      if (known.has(token) || fresh.has(token)) return true;
      if (!accepts(token)) return false;
      fresh.add(token);
      return true;
    },
    all() {
      if (fresh.size > 0) known = new Set([...known, ...fresh]);
      fresh.clear();
      return known;
    },
  };
}
