import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChainSpec } from "../../devnet/chains.ts";
import { SCHEMA } from "../harness/indexed-cluster.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { createRandom } from "../protocols/chain.ts";
import {
  createIndexDatabase,
  expireLock,
  followed,
  type IndexDatabase,
  launchIndexer,
  startIndexer,
} from "./indexers.ts";
import { type RunningStage, startStage } from "./stage.ts";
import { readRows, rowDifferences, type TableRows } from "./table-rows.ts";

const MINUTES = 60_000;
/** The smallest chain of the devnet alone has more. */
const FEWEST_ROWS = 400;

/**
 * Tests that an indexer which is killed by SIGKILL while it fills an empty database leaves nothing
 * that the next one does not put right: then every row of every table equals that of a run to which
 * nothing happened.
 *
 * @param chainId Of the devnet.
 * @param seed Of the moments of the kills.
 */
export function describeBackfillFaults({
  chainId,
  seed,
  kills,
}: {
  readonly chainId: ChainSpec["chainId"];
  readonly seed: number;
  readonly kills: number;
}): void {
  let stage: RunningStage;
  let server: Postgres;
  let expected: TableRows;
  let wholeMs: number;
  const stops: (() => Promise<unknown>)[] = [];
  const turns = Array.from({ length: kills }, (_, n) => n + 1);

  /** Lets an indexer fill what is left and stops it; the rows. */
  async function finish({ env, query }: IndexDatabase): Promise<TableRows> {
    const ponder = await startIndexer({ chainId, url: stage.nodeUrl }, env);
    try {
      await followed(stage.nodeUrl, { query, ponder });
    } finally {
      await ponder.stop();
    }
    return readRows(query, SCHEMA);
  }

  async function create(name: string): Promise<IndexDatabase> {
    const database = await createIndexDatabase(server.url, name);
    stops.push(database.close);
    return database;
  }

  describe("index through kills of a backfill", () => {
    beforeAll(async () => {
      [stage, server] = await Promise.all([startStage(chainId), startPostgres()]);
      stops.push(stage.stop, server.stop);
      const started = Date.now();
      expected = await finish(await create("whole"));
      wholeMs = Date.now() - started;
      expect([...expected.values()].flat().length).toBeGreaterThan(FEWEST_ROWS);
    }, 10 * MINUTES);

    afterAll(async () => {
      for (const stop of stops.toReversed()) await stop();
    });

    test.each(turns)(`behavior: kill %i, seed ${seed}`, { timeout: 10 * MINUTES }, async (turn) => {
      const random = createRandom(2_000 + seed + turn);
      const index = await create(`backfill_${turn}`);
      const first = await launchIndexer({ chainId, url: stage.nodeUrl }, index.env);
      const delayMs = random() * wholeMs;
      await sleep(delayMs);
      await first.kill();
      await expireLock(index.query);
      const rows = await finish(index);
      expect(rowDifferences(rows, expected), `killed after ${delayMs} ms`).toEqual([]);
    });
  });
}
