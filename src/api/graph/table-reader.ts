import type { Address } from "viem";
import type { Store } from "../../catalog/database.ts";
import { NATIVE } from "../../lib/address.ts";
import type { Chain } from "../../lib/chain.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import { dormantPools } from "./eligibility.ts";
import { headWindow, readHeads, readNewestHead } from "./heads.ts";
import { type Changes, type Memory, newestChange, readChanges } from "./memory.ts";
import { type Eligibility, type Selection, selectPools } from "./selection.ts";

export interface TableReaderOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly protocols: readonly Protocol[];
  /** The node's newest block; null when it is not known. */
  readonly newestBlock: () => number | null;
  /** Which pools are read; absent: all. */
  readonly eligibility?: Eligibility | undefined;
}

/** How many pools of a chain are in its graph, and why. */
export interface PoolCounts {
  /** That hold enough, or changed lately, as of the last choice; all where all are. */
  readonly eligible: number;
  /** That requests brought in since. */
  readonly admitted: number;
  /** That are in the tables alone. */
  readonly dormant: number;
}

/** Reads what changed in the tables of a chain, of the pools that belong into its graph. */
export interface TableReader {
  /**
   * What changed since `memory`, or is wanted besides; null: nothing, or not to be had yet.
   *
   * @param also Ids of states to read with a new block in any case.
   */
  read(memory: Memory, also?: ReadonlySet<string>): Promise<Changes | null>;
  /** Sees to it that the next `read` has pools of tokens; false: there is none to wait for. */
  want(tokens: readonly Address[], memory: Memory): Promise<boolean>;
  /** Whether which pools belong into the graph is to be chosen again, from an empty memory. */
  isOld(): boolean;
  counts(memory: Memory): PoolCounts;
}

/**
 * Blocks that the index may be behind the node and still be followed: nodes without an archive keep
 * the states of 128, in which tokens are tried. Further back, as after an absence of the indexer,
 * the last snapshot stays until the index has caught up.
 */
const FOLLOWED_BLOCKS = 100;
/** Milliseconds between two choices of pools. */
const CHOICE_INTERVAL_MS = 6 * 3_600_000;
/** Milliseconds for which a token that was asked for is not looked up again, and its pools stay. */
const ASKED_MS = 3_600_000;
/** Pools that requests bring in between two choices at most. */
const MOST_ADMITTED = 10_000;

/** A reader that has chosen no pools yet. */
export function createTableReader(options: TableReaderOptions): TableReader {
  const { chain, store, protocols, newestBlock, eligibility } = options;
  const { chainId } = chain;
  const limit = headWindow(chain);
  const common = new Set([...chain.connectors, ...chain.usdAnchors, chain.wrappedNative, NATIVE]);
  let selection: Selection | null = null;
  let chosenAtMs = Number.POSITIVE_INFINITY;
  const wanted = new Set<string>();
  /** When tokens were asked for, and pools admitted. */
  const asked = new Map<Address, number>();
  const admitted = new Map<string, number>();

  function forget(): void {
    for (const known of [asked, admitted] as Map<string, number>[]) {
      for (const [key, atMs] of known) if (performance.now() - atMs > ASKED_MS) known.delete(key);
    }
  }

  return {
    async read(memory, provisional = new Set()) {
      // Mostly there is none, as the timer looks several times a block.
      const newest = await store.peek((db) => readNewestHead(db, chainId));
      const isSame = newest?.hash === memory.heads.at(-1)?.hash;
      if (newest === null || (isSame && wanted.size === 0)) return null;
      if ((newestBlock() ?? newest.number) - newest.number > FOLLOWED_BLOCKS) return null;
      const also = new Set([...wanted, ...provisional]);
      const changes = await store.snapshot(async (db) => {
        const heads = await readHeads(db, { chainId, limit });
        const last = heads.at(-1);
        if (last === undefined) return null;
        if (eligibility !== undefined && memory.heads.length === 0) {
          forget();
          selection = await selectPools(db, { chain, protocols, heads, eligibility });
          chosenAtMs = performance.now();
          for (const id of admitted.keys()) also.add(id);
        }
        const only = selection?.ids ?? null;
        const reading = { chainId, protocols, memory, heads, only, wanted: also };
        const changes = await readChanges(db, reading);
        return newestChange(changes) > last.number ? null : changes;
      });
      if (changes !== null) for (const id of also) wanted.delete(id);
      return changes;
    },
    async want(tokens, memory) {
      if (selection === null) return false;
      const isKnown = (id: string): boolean => memory.states.has(id);
      const fresh = tokens.filter((token) => !common.has(token) && !asked.has(token));
      if (fresh.length === 0) return wanted.size > 0;
      for (const token of fresh) asked.set(token, performance.now());
      const ids = await store.snapshot((db) => {
        return dormantPools(db, { chainId, tokens: fresh, isKnown });
      });
      for (const id of ids.slice(0, Math.max(0, MOST_ADMITTED - admitted.size))) {
        wanted.add(id);
        admitted.set(id, performance.now());
      }
      return wanted.size > 0;
    },
    isOld: () => performance.now() - chosenAtMs > CHOICE_INTERVAL_MS,
    counts({ states }) {
      if (selection === null) return { eligible: states.size, admitted: 0, dormant: 0 };
      const isIn = (id: string): boolean => states.has(id);
      const brought = [...admitted.keys()].filter(isIn).length;
      const eligible = [...selection.ids].filter(isIn).length;
      return { eligible, admitted: brought, dormant: selection.total - eligible - brought };
    },
  };
}
