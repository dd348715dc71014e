import type { Address, PublicClient } from "viem";
import type { Store } from "../../../catalog/database.ts";
import type { Chain } from "../../../lib/chain.ts";
import type { Protocol } from "../../../protocols/protocol.ts";
import { buildGraph, type GraphInput, updateGraph, withConnectors } from "../../graph/build.ts";
import type { Present } from "../../graph/feed.ts";
import { type Head, readHead, readHeads, readNewestHead } from "../../graph/heads.ts";
import { EMPTY_MEMORY, type Memory, mergeChanges, readChanges } from "../../graph/memory.ts";
import { PACE_HEADS } from "../../graph/pace.ts";
import type { Snapshot } from "../../graph/snapshot.ts";
import { createBuilds } from "./builds.ts";
import { databaseAt } from "./database-at.ts";
import { readHeader } from "./headers.ts";
import { newestBlockUpTo } from "./newest-block.ts";
import { pastOf } from "./tables.ts";
import { blockReplaced, blockUnavailable, type KnownBlocks, type Moment } from "./unavailable.ts";

export interface PastOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly client: PublicClient;
  readonly protocols: readonly Protocol[];
  /** Whether a token passed the quality check. */
  readonly accepts: GraphInput["accepts"];
  /** First block whose state the tables have; null when they keep no history. */
  earliestBlock(): number | null;
  /**
   * Tokens that routes of a block's time may pass through besides the chain's own connectors;
   * absent: those of the present.
   */
  readonly connectorsAt?: ((timestamp: number) => Promise<readonly Address[]>) | undefined;
}

/** The states that a chain was in. */
export interface Past {
  /**
   * The snapshot of a moment: equal to what was current then, from the tables alone. That of
   * `present` when the moment is now.
   *
   * @throws {ServiceError} `BLOCK_UNAVAILABLE`, `INDEX_STALE`, `OVERLOADED`,
   *   `UPSTREAM_UNAVAILABLE`.
   */
  at(moment: Moment, present: Present): Promise<Snapshot>;
}

/** Snapshots kept in memory; they share what did not change with the current one. */
const KEPT_SNAPSHOTS = 4;
/** Different blocks that may wait to be read. */
const WAITING_BUILDS = 8;

/** The past of one chain. */
export function createPast(options: PastOptions): Past {
  const { chain, store, protocols, accepts } = options;
  const { chainId } = chain;
  const builds = createBuilds<Snapshot>({ kept: KEPT_SNAPSHOTS, waiting: WAITING_BUILDS });

  async function headOf(moment: Moment, { graph }: Present): Promise<Head | null> {
    const { block, next } = graph.snapshot;
    const source = { ...options, chainId };
    const earliestBlock = options.earliestBlock();
    const earliest = earliestBlock ?? block.number;
    const known: KnownBlocks = { chainId, earliest, newest: block.number };
    const isNow =
      "blockNumber" in moment
        ? moment.blockNumber === block.number
        : moment.timestamp >= block.timestamp &&
          moment.timestamp < Math.max(Number(next.timestamp), block.timestamp + 1);
    if (isNow) return null;
    const isLater =
      "blockNumber" in moment
        ? moment.blockNumber > block.number
        : moment.timestamp > block.timestamp;
    if (isLater) throw blockUnavailable(moment, known, "it is later than what is indexed");
    if (earliestBlock === null) {
      throw blockUnavailable(moment, known, "this service keeps no history (HISTORY=off)");
    }
    const tooEarly = () => blockUnavailable(moment, known, "it is before what is kept");
    if ("blockNumber" in moment) {
      if (moment.blockNumber < earliest) throw tooEarly();
      return readHeader(source, moment.blockNumber, block);
    }
    const first = await readHeader(source, earliest, block);
    if (moment.timestamp < first.timestamp) throw tooEarly();
    const last = await readHeader(source, block.number, block);
    const read = (number: number) => readHeader(source, number, block);
    return newestBlockUpTo(moment.timestamp, { first, last }, read);
  }

  /**
   * Reads what changed since the block, as it was at the block: all that the present does not share
   * with it.
   */
  async function build(head: Head, present: Present): Promise<Snapshot> {
    const memory = isOnChainOf(present.memory, head)
      ? { ...present.memory, heads: [head] }
      : EMPTY_MEMORY;
    const changes = await store.snapshot(async (db) => {
      const [indexed, newest] = [
        await readHead(db, { chainId, number: head.number }),
        await readNewestHead(db, chainId),
      ];
      const isGone = (indexed ?? head).hash !== head.hash || (newest?.number ?? -1) < head.number;
      if (isGone) throw blockReplaced(chainId, head.number);
      const before = await readHeads(db, { chainId, limit: PACE_HEADS, upTo: head.number });
      const heads = before.at(-1)?.hash === head.hash ? before : [head];
      const then = databaseAt(db, { chainId, block: head.number, pastOf });
      return readChanges(then, { chainId, protocols, memory, heads });
    });
    const merged = mergeChanges(memory, changes);
    const input = { chain, memory: merged.memory, head, accepts };
    const graph =
      memory === EMPTY_MEMORY
        ? buildGraph(input)
        : updateGraph(present.graph, input, merged.touched);
    if (options.connectorsAt === undefined) return graph.snapshot;
    return withConnectors(graph, await options.connectorsAt(head.timestamp)).snapshot;
  }

  return {
    async at(moment, present) {
      const head = await headOf(moment, present);
      if (head === null) return present.graph.snapshot;
      return builds.get(head.hash, () => build(head, present));
    },
  };
}

/**
 * Whether what a memory holds of a block and those before is what was indexed of it. Heads below
 * its window are final.
 */
function isOnChainOf({ heads }: Memory, head: Head): boolean {
  const [oldest] = heads;
  if (oldest === undefined) return false;
  return head.number < oldest.number || heads.some(({ hash }) => hash === head.hash);
}
