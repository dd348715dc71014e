import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { createPublicClient, http } from "viem";
import { expect } from "vitest";
import { prepareDevnet } from "../../../devnet/index.ts";
import { type Manifest, readManifest } from "../../../devnet/manifest.ts";
import { manifestPath } from "../../../devnet/prepare.ts";
import {
  createChainService,
  type RunningChainService,
} from "../../../src/api/chain/chain-service.ts";
import type { LagLimits } from "../../../src/api/graph/freshness.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { createPostgresStore } from "../../../src/api/store/postgres.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { CHAIN_ID, type FollowedChain, startFollowedChain } from "../../harness/followed-chain.ts";
import { SCHEMA } from "../../harness/indexed-cluster.ts";
import { createActivity, randomNumbers } from "../../indexing/activity.ts";
import { chainDifferences, tableStates } from "./comparison.ts";
import { plainSnapshot } from "./plain.ts";

const LIMITS: LagLimits = { maxLagChainSeconds: 60, maxLagSeconds: 30 };
const WAIT_MS = 180_000;

/** A followed chain and the service of it. */
export interface ServedChain extends FollowedChain {
  readonly manifest: Manifest;
  readonly service: RunningChainService;
  /** Runs `work` with one more service of these limits, and ends it. */
  besides(limits: LagLimits, work: (other: RunningChainService) => Promise<void>): Promise<void>;
  /** Mines until the newest block is indexed. */
  mineUntilIndexed(): Promise<void>;
  /** Mines blocks with one step each: swaps, liquidity changes, new pools. */
  play(blocks: number, seed: number): Promise<void>;
  /** Waits until `done` is true. */
  until(what: string, done: () => boolean | Promise<boolean>): Promise<void>;
  /** The snapshot of a service when it stands on the node's newest block. */
  caughtUp(of?: RunningChainService): Promise<Snapshot>;
  /** The same of the service, after it is compared with the contracts and with the tables. */
  verified(): Promise<Snapshot>;
  /** Compares a snapshot with that of a service which starts now. */
  expectSameAsFresh(snapshot: Snapshot): Promise<void>;
  /** Keeps the indexer from writing while `work` runs; reads go on. */
  whileIndexerWaits(work: () => Promise<void>): Promise<void>;
}

/** Starts chain and service, which then stands on the newest block; ends both where that fails. */
export async function startServedChain(): Promise<ServedChain> {
  const followed = await startFollowedChain("pushed");
  const stops = [followed.stop];
  const stop = async (): Promise<void> => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    return { ...(await serve(followed, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param stops Gets what ends what is started. */
async function serve(
  followed: FollowedChain,
  stops: (() => Promise<void>)[],
): Promise<Omit<ServedChain, "stop">> {
  const { url, wsUrl, sql, head, mine, ponder } = followed;
  const config = CHAINS.get(CHAIN_ID);
  if (config === undefined) throw new Error(`chain ${CHAIN_ID} is unknown`);
  const manifest = readManifest(manifestPath(await prepareDevnet(() => undefined), CHAIN_ID));
  const store = createPostgresStore({ url: followed.server.url, schema: SCHEMA });
  stops.push(() => store.close());
  const client = createPublicClient({ transport: http(url), cacheTime: 0 });
  const start = (limits: LagLimits) =>
    createChainService({
      ...{ chain: config, store, client, wsUrl, limits, protocols: PROTOCOLS },
      log: pino({ level: process.env.WEIR_TEST_LOG ?? "silent" }),
    });
  const service = await start(LIMITS);
  stops.push(() => service.close());

  async function until(what: string, done: () => boolean | Promise<boolean>): Promise<void> {
    for (const begun = Date.now(); !(await done()); await sleep(10)) {
      if (Date.now() - begun < WAIT_MS) continue;
      throw new Error(`${what} did not come:\n${ponder().output()}`);
    }
  }

  async function caughtUp(of = service): Promise<Snapshot> {
    const { hash } = await head();
    await until(`block ${hash}`, () => of.lastSnapshot()?.block.hash === hash);
    await of.refresh();
    return of.snapshot();
  }

  async function besides(
    limits: LagLimits,
    work: (other: RunningChainService) => Promise<void>,
  ): Promise<void> {
    const other = await start(limits);
    try {
      await caughtUp(other);
      await work(other);
    } finally {
      await other.close();
    }
  }

  /** Mines a block; whether the graph gets there, or moves at all, within so long each time. */
  async function follows(patienceMs: number): Promise<"there" | "nearer" | "nowhere"> {
    await mine();
    const { hash } = await head();
    let found: "nearer" | "nowhere" = "nowhere";
    let reached = service.lastSnapshot()?.block.number;
    for (let moved = Date.now(); Date.now() - moved < patienceMs; await sleep(10)) {
      const block = service.lastSnapshot()?.block;
      if (block?.hash === hash) return "there";
      if (block?.number === reached) continue;
      found = "nearer";
      reached = block?.number;
      moved = Date.now();
    }
    return found;
  }

  /**
   * Over WebSocket, live indexing starts with the first block that comes after the backfill, and
   * each block that comes brings at most 50 missing ones.
   */
  async function mineUntilIndexed(): Promise<void> {
    await ponder().backfilled();
    // A block that brings nothing came too early, or this machine is busy: the next gets more time.
    for (let patienceMs = 1_000; ; ) {
      const found = await follows(patienceMs);
      if (found === "there") return;
      if (found === "nowhere") patienceMs *= 1.5;
    }
  }

  await mineUntilIndexed();
  await caughtUp();
  return {
    ...{ ...followed, manifest, service, besides, mineUntilIndexed, until, caughtUp },
    async play(blocks, seed) {
      const { rpc } = followed;
      await createActivity({ rpc, manifest, random: randomNumbers(seed) }).play(blocks);
    },
    async verified() {
      const snapshot = await caughtUp();
      const { compared, lines } = await chainDifferences(snapshot, url);
      expect(lines).toEqual([]);
      expect(compared).toBeGreaterThan(150);
      const rows = await tableStates(store, CHAIN_ID);
      for (const [id, state] of snapshot.pools) expect(state).toEqual(rows.get(id));
      return snapshot;
    },
    async expectSameAsFresh(snapshot) {
      await besides(LIMITS, async (fresh) => {
        expect(plainSnapshot(snapshot)).toEqual(plainSnapshot(fresh.snapshot()));
      });
    },
    async whileIndexerWaits(work) {
      await sql.begin(async (tx) => {
        await tx.unsafe(`LOCK TABLE "${SCHEMA}".head_block IN SHARE MODE`);
        await work();
      });
    },
  };
}
