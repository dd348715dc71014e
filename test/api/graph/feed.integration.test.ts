import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningChainService } from "../../../src/api/chain/chain-service.ts";
import type { ServiceError } from "../../../src/lib/errors.ts";
import { CHAIN_ID } from "../../harness/followed-chain.ts";
import { SCHEMA } from "../../harness/indexed-cluster.ts";
import { sized } from "../../harness/size.ts";
import { type ServedChain, startServedChain } from "./served-chain.ts";

const REORG_DEPTHS = sized({
  always: [1, 10],
  nightly: Array.from({ length: 20 }, (_, index) => index + 1),
});

let chain: ServedChain;

beforeAll(async () => {
  chain = await startServedChain();
}, 240_000);

afterAll(() => chain?.stop());

async function mine(blocks: number): Promise<void> {
  for (let mined = 0; mined < blocks; mined++) await chain.mine();
}

function refusal(of: RunningChainService = chain.service): ServiceError {
  try {
    of.snapshot();
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error("the service answers");
}

describe("createChainService", () => {
  test("default: the snapshot holds every pool as the contracts do", async () => {
    const snapshot = await chain.verified();
    expect(snapshot.block.number).toBe((await chain.head()).number);
    await chain.expectSameAsFresh(snapshot);
    expect(chain.service.status()).toEqual({
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
    const { tokens } = chain.service.snapshot();
    const missing = chain.manifest.tokens.filter(({ address }) => !tokens.has(address));
    expect(missing.map(({ symbol }) => symbol).sort()).toEqual(
      ["BADDEC", "FALSE", "FEE", "FROZEN", "NAMELESS", "TRAP"].sort(),
    );
  });

  test("behavior: follows live trades block by block", async () => {
    for (let round = 0; round < 5; round++) {
      await chain.play(12, 1_000 + round);
      await chain.verified();
    }
    await chain.expectSameAsFresh(await chain.verified());
  });

  test("behavior: reorganisations 1 to 20 blocks deep", async () => {
    for (const depth of REORG_DEPTHS) {
      await chain.play(Math.min(depth, 6), 2_000 + depth);
      // Ponder retries the logs of a block that was orphaned while it fetched them for a minute.
      await chain.caughtUp();
      await chain.reorganise(depth);
      await chain.mine();
      const snapshot = await chain.verified();
      if (depth % 5 === 0) await chain.expectSameAsFresh(snapshot);
    }
  });

  test("behavior: not fresh between a reorganisation and its indexing", async () => {
    const { service } = chain;
    await chain.play(4, 3_000);
    await chain.caughtUp();
    await chain.whileIndexerWaits(async () => {
      await chain.reorganise(2);
      await chain.until("the refusal", () => !service.status().ready);
      expect(refusal()).toMatchObject({ code: "INDEX_STALE" });
      expect(service.status()).toMatchObject({ ready: false });
      expect(service.lastSnapshot()).not.toBeNull();
    });
    await chain.mine();
    await chain.verified();
  });

  test("error: INDEX_STALE when too far behind", async () => {
    const { service } = chain;
    await chain.whileIndexerWaits(async () => {
      // A block every 12 s: the first that is missing is as old as the others took.
      await mine(6);
      await service.refresh();
      expect(service.status()).toMatchObject({ ready: true, lagBlocks: 6, lagSeconds: 60 });
      await mine(1);
      await service.refresh();
      expect(refusal()).toMatchObject({ code: "INDEX_STALE", retryAfterSeconds: 12 });
      expect(service.status()).toMatchObject({ ready: false, lagBlocks: 7, lagSeconds: 72 });
    });
    await chain.verified();
  });

  test("error: INDEX_STALE when a block stays unindexed for too long", async () => {
    await chain.besides({ maxLagChainSeconds: 60, maxLagSeconds: 3 }, async (strict) => {
      await chain.whileIndexerWaits(async () => {
        await chain.mine();
        await strict.refresh();
        expect(strict.status().ready).toBe(true);
        await sleep(3_100);
        expect(refusal(strict)).toMatchObject({ code: "INDEX_STALE" });
      });
      await chain.caughtUp(strict);
      // A chain that mines nothing stays fresh.
      await sleep(3_500);
      expect(strict.status().ready).toBe(true);
    });
  });

  test("behavior: survives the loss of its database connections", async () => {
    const { sql } = chain;
    const killed = await sql.unsafe(
      `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${SCHEMA}_graph'`,
    );
    expect(killed.length).toBeGreaterThan(0);
    // Until a backend is gone it takes queries, this test's own reads too, and fails them.
    const pids = killed.map(({ pid }) => pid);
    await chain.until("the end of the backends", async () => {
      const left = await sql`SELECT FROM pg_stat_activity WHERE pid = ANY(${pids})`;
      return left.length === 0;
    });
    await chain.play(5, 4_000);
    await chain.verified();
  });

  test("behavior: outlives a restart of the indexer", async () => {
    const before = await chain.caughtUp();
    await chain.ponder().stop();
    await chain.play(8, 5_000);
    await chain.service.refresh();
    expect(refusal()).toMatchObject({ code: "INDEX_STALE" });
    await chain.startIndexer();
    // The indexer starts again from the finalized block, far below the graph's.
    await chain.mineUntilIndexed();
    const after = await chain.verified();
    expect(after.block.number).toBeGreaterThan(before.block.number);
    await chain.expectSameAsFresh(after);
  });

  test("error: UPSTREAM_UNAVAILABLE when the node is gone", async () => {
    await chain.besides({ maxLagChainSeconds: 60, maxLagSeconds: 2 }, async (strict) => {
      await chain.devnet.stop();
      await chain.until("the refusal", () => !strict.status().ready);
      // What is known becomes too old, maybe before a question has failed.
      await chain.until("the failure", () => strict.status().headBlock === null);
      expect(refusal(strict)).toMatchObject({
        code: "UPSTREAM_UNAVAILABLE",
        retryAfterSeconds: 12,
      });
      expect(strict.status()).toMatchObject({ lagBlocks: null, lagSeconds: null });
      expect(strict.lastSnapshot()).not.toBeNull();
    });
  });
});
