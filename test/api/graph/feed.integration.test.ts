import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import postgres, { type Sql } from "postgres";
import { createPublicClient, http } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, prepareDevnet, startDevnet } from "../../../devnet/index.ts";
import { type Manifest, readManifest } from "../../../devnet/manifest.ts";
import { manifestPath } from "../../../devnet/prepare.ts";
import { createRpc } from "../../../devnet/rpc.ts";
import {
  createChainService,
  type RunningChainService,
} from "../../../src/api/chain/chain-service.ts";
import type { LagLimits } from "../../../src/api/graph/freshness.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { createPostgresStore } from "../../../src/api/store/postgres.ts";
import type { Store } from "../../../src/catalog/database.ts";
import type { Chain } from "../../../src/lib/chain.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import type { ServiceError } from "../../../src/lib/errors.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { indexedCluster, indexerEnvironment, SCHEMA } from "../../harness/indexed-cluster.ts";
import { type Ponder, startPonder } from "../../harness/ponder.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";
import { sized } from "../../harness/size.ts";
import { createActivity, randomNumbers } from "../../indexing/activity.ts";
import { chainDifferences, tableStates } from "./comparison.ts";
import { plainSnapshot } from "./plain.ts";

const CHAIN_ID = 1;
const LIMITS: LagLimits = { maxLagChainSeconds: 60, maxLagSeconds: 30 };
const WAIT_MS = 180_000;
const REORG_DEPTHS = sized({
  always: [1, 10],
  nightly: Array.from({ length: 20 }, (_, index) => index + 1),
});

let devnet: Devnet;
let manifest: Manifest;
let server: Postgres;
let ponder: Ponder;
let sql: Sql;
let store: Store;
let service: RunningChainService;

beforeAll(async () => {
  const chainIds = [CHAIN_ID] as const;
  [devnet, server] = await Promise.all([
    startDevnet({ chainIds, blockTimeMs: null }),
    startPostgres(await indexedCluster()),
  ]);
  manifest = readManifest(manifestPath(await prepareDevnet(() => undefined), CHAIN_ID));
  ponder = await startIndexer();
  sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  store = createPostgresStore({ url: server.url, schema: SCHEMA });
  service = await startService();
  await mineUntilIndexed();
  await caughtUp();
}, 240_000);

afterAll(async () => {
  await service?.close();
  await store?.close();
  await sql?.end();
  await ponder?.stop();
  await Promise.all([devnet?.stop(), server?.stop()]);
});

function chain() {
  const found = devnet.chains.find(({ chainId }) => chainId === CHAIN_ID);
  if (found === undefined) throw new Error(`the devnet has no chain ${CHAIN_ID}`);
  return found;
}

function startIndexer(): Promise<Ponder> {
  return startPonder({
    env: { ...indexerEnvironment(devnet.chains, server.url), POLLING_INTERVAL_MS: "100" },
    logLevel: "warn",
  });
}

function node() {
  return createPublicClient({ transport: http(chain().url), cacheTime: 0 });
}

function chainConfig(): Chain {
  const config = CHAINS.get(CHAIN_ID);
  if (config === undefined) throw new Error(`chain ${CHAIN_ID} is unknown`);
  return config;
}

function startService(limits = LIMITS): Promise<RunningChainService> {
  return createChainService({
    ...{ chain: chainConfig(), store, client: node(), wsUrl: chain().wsUrl, limits },
    protocols: PROTOCOLS,
    log: pino({ level: process.env.WEIR_TEST_LOG ?? "silent" }),
  });
}

async function mine(count = 1): Promise<void> {
  for (let mined = 0; mined < count; mined++) await createRpc(chain().url).request("evm_mine");
}

/**
 * Over WebSocket, live indexing starts with the first block that comes after the backfill, and each
 * block that comes brings at most 50 missing ones: mines until the newest is indexed.
 */
async function mineUntilIndexed(): Promise<void> {
  await ponder.backfilled();
  for (let hash: string | null = null; service.lastSnapshot()?.block.hash !== hash; ) {
    await mine();
    ({ hash } = await node().getBlock());
    await sleep(1_000);
  }
}

/** Replaces the newest blocks by as many empty ones. */
async function reorganise(depth: number): Promise<void> {
  await createRpc(chain().url).request("anvil_reorg", [depth, []]);
}

/** Mines blocks with one step each: swaps, liquidity changes, new pools. */
async function play(count: number, seed: number): Promise<void> {
  const rpc = createRpc(chain().url);
  await createActivity({ rpc, manifest, random: randomNumbers(seed) }).play(count);
}

/** Waits until `done` is true. */
async function until(what: string, done: () => boolean | Promise<boolean>): Promise<void> {
  for (const start = Date.now(); !(await done()); await sleep(10)) {
    if (Date.now() - start > WAIT_MS) throw new Error(`${what} did not come:\n${ponder.output()}`);
  }
}

/** The snapshot of a service when it stands on the node's newest block. */
async function caughtUp(of: RunningChainService = service): Promise<Snapshot> {
  const { hash } = await node().getBlock();
  await until(`block ${hash}`, () => of.lastSnapshot()?.block.hash === hash);
  await of.refresh();
  return of.snapshot();
}

/** Compares the snapshot with the contracts and with the tables. */
async function verify(): Promise<Snapshot> {
  const snapshot = await caughtUp();
  const { compared, lines } = await chainDifferences(snapshot, chain().url);
  expect(lines).toEqual([]);
  expect(compared).toBeGreaterThan(150);
  const rows = await tableStates(store, CHAIN_ID);
  for (const [id, state] of snapshot.pools) expect(state).toEqual(rows.get(id));
  return snapshot;
}

async function expectSameAsFresh(snapshot: Snapshot): Promise<void> {
  const other = await startService();
  try {
    const fresh = await caughtUp(other);
    expect(plainSnapshot(snapshot)).toEqual(plainSnapshot(fresh));
  } finally {
    await other.close();
  }
}

/** Keeps the indexer from writing while `work` runs; reads go on. */
async function whileIndexerWaits(work: () => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(`LOCK TABLE "${SCHEMA}".head_block IN SHARE MODE`);
    await work();
  });
}

function refusal(of: RunningChainService = service): ServiceError {
  try {
    of.snapshot();
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error("the service answers");
}

describe("createChainService", () => {
  test("default: the snapshot holds every pool as the contracts do", async () => {
    const snapshot = await verify();
    expect(snapshot.block.number).toBe(Number(await node().getBlockNumber()));
    await expectSameAsFresh(snapshot);
    expect(service.status()).toEqual({
      chainId: CHAIN_ID,
      name: "mainnet",
      contracts: "deployed",
      simulation: ["eth_simulateV1"],
      indexedBlock: snapshot.block.number,
      headBlock: snapshot.block.number,
      lagBlocks: 0,
      lagSeconds: 0,
      ready: true,
      reason: null,
    });
  });

  test("behavior: tokens that misbehave are left out, all others are in", () => {
    const { tokens } = service.snapshot();
    const missing = manifest.tokens.filter(({ address }) => !tokens.has(address));
    expect(missing.map(({ symbol }) => symbol).sort()).toEqual(
      ["BADDEC", "FALSE", "FEE", "FROZEN", "NAMELESS", "TRAP"].sort(),
    );
  });

  test("behavior: follows live trades block by block", async () => {
    for (let round = 0; round < 5; round++) {
      await play(12, 1_000 + round);
      await verify();
    }
    await expectSameAsFresh(await verify());
  });

  test("behavior: reorganisations 1 to 20 blocks deep", async () => {
    for (const depth of REORG_DEPTHS) {
      await play(Math.min(depth, 6), 2_000 + depth);
      // Ponder retries the logs of a block that was orphaned while it fetched them for a minute.
      await caughtUp();
      await reorganise(depth);
      await mine();
      await verify();
      if (depth % 5 === 0) await expectSameAsFresh(await verify());
    }
  });

  test("behavior: not fresh between a reorganisation and its indexing", async () => {
    await play(4, 3_000);
    await caughtUp();
    await whileIndexerWaits(async () => {
      await reorganise(2);
      await until("the refusal", () => !service.status().ready);
      expect(refusal()).toMatchObject({ code: "INDEX_STALE" });
      expect(service.status()).toMatchObject({ ready: false });
      expect(service.lastSnapshot()).not.toBeNull();
    });
    await mine();
    await verify();
  });

  test("error: INDEX_STALE when too far behind", async () => {
    await whileIndexerWaits(async () => {
      // A block every 12 s: the first that is missing is as old as the others took.
      await mine(6);
      await service.refresh();
      expect(service.status()).toMatchObject({ ready: true, lagBlocks: 6, lagSeconds: 60 });
      await mine();
      await service.refresh();
      expect(refusal()).toMatchObject({ code: "INDEX_STALE", retryAfterSeconds: 12 });
      expect(service.status()).toMatchObject({ ready: false, lagBlocks: 7, lagSeconds: 72 });
    });
    await verify();
  });

  test("error: INDEX_STALE when a block stays unindexed for too long", async () => {
    const strict = await startService({ maxLagChainSeconds: 60, maxLagSeconds: 3 });
    try {
      await caughtUp(strict);
      await whileIndexerWaits(async () => {
        await mine();
        await strict.refresh();
        expect(strict.status().ready).toBe(true);
        await sleep(3_100);
        expect(refusal(strict)).toMatchObject({ code: "INDEX_STALE" });
      });
      await caughtUp(strict);
      // A chain that mines nothing stays fresh.
      await sleep(3_500);
      expect(strict.status().ready).toBe(true);
    } finally {
      await strict.close();
    }
  });

  test("behavior: survives the loss of its database connections", async () => {
    const killed = await sql.unsafe(
      `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${SCHEMA}_graph'`,
    );
    expect(killed.length).toBeGreaterThan(0);
    // Until a backend is gone it takes queries, this test's own reads too, and fails them.
    const pids = killed.map(({ pid }) => pid);
    await until("the end of the backends", async () => {
      const left = await sql`SELECT FROM pg_stat_activity WHERE pid = ANY(${pids})`;
      return left.length === 0;
    });
    await play(5, 4_000);
    await verify();
  });

  test("behavior: outlives a restart of the indexer", async () => {
    const before = await caughtUp();
    await ponder.stop();
    await play(8, 5_000);
    await service.refresh();
    expect(refusal()).toMatchObject({ code: "INDEX_STALE" });
    ponder = await startIndexer();
    // The indexer starts again from the finalized block, far below the graph's.
    await mineUntilIndexed();
    const after = await verify();
    expect(after.block.number).toBeGreaterThan(before.block.number);
    await expectSameAsFresh(after);
  });

  test("error: UPSTREAM_UNAVAILABLE when the node is gone", async () => {
    const strict = await startService({ maxLagChainSeconds: 60, maxLagSeconds: 2 });
    try {
      await caughtUp(strict);
      await devnet.stop();
      await until("the refusal", () => !strict.status().ready);
      // What is known becomes too old, maybe before a question has failed.
      await until("the failure", () => strict.status().headBlock === null);
      expect(refusal(strict)).toMatchObject({
        code: "UPSTREAM_UNAVAILABLE",
        retryAfterSeconds: 12,
      });
      expect(strict.status()).toMatchObject({ lagBlocks: null, lagSeconds: null });
      expect(strict.lastSnapshot()).not.toBeNull();
    } finally {
      await strict.close();
    }
  });
});
