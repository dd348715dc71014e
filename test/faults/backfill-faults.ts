import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandom } from "../protocols/chain.ts";
import { newestBlock } from "./chain-script.ts";
import { type Engine, type StoppedIndex, startEngine } from "./engines.ts";
import { caughtUp, launchIndexer, startIndexer } from "./indexers.ts";
import { type RunningStage, startStage } from "./stage.ts";
import { rowDifferences, type TableRows } from "./table-rows.ts";

const MINUTES = 60_000;
/** The devnet's chain alone has more. */
const FEWEST_ROWS = 1_000;

/**
 * Tests that an indexer which is killed by SIGKILL while it fills an empty database leaves nothing that the next one does not put right:
 * then every row of every table equals that of a run to which nothing happened.
 *
 * @param seed Of the moments of the kills.
 */
export function describeBackfillFaults({
  engine: name,
  seed,
  kills,
}: {
  readonly engine: Engine["name"];
  readonly seed: number;
  readonly kills: number;
}): void {
  let stage: RunningStage;
  let engine: Engine;
  let head: number;
  let expected: TableRows;
  let wholeMs: number;
  const stops: (() => Promise<unknown>)[] = [];
  const turns = Array.from({ length: kills }, (_, n) => n + 1);

  /** Lets an indexer fill what is left and stops it; the rows. */
  async function finish(index: StoppedIndex): Promise<TableRows> {
    const ponder = await startIndexer(stage.nodeUrl, index.env);
    try {
      await caughtUp(ponder, head);
    } finally {
      await ponder.stop();
    }
    return index.rows();
  }

  describe(`index on ${name} through kills of a backfill`, () => {
    beforeAll(async () => {
      [stage, engine] = await Promise.all([startStage(), startEngine(name)]);
      stops.push(stage.stop, engine.stop);
      ({ number: head } = await newestBlock(stage.chain.builder.rpc));
      const started = Date.now();
      expected = await finish(await engine.create("whole"));
      wholeMs = Date.now() - started;
      expect([...expected.values()].flat().length).toBeGreaterThan(FEWEST_ROWS);
    }, 10 * MINUTES);

    afterAll(async () => {
      for (const stop of stops.toReversed()) await stop();
    });

    test.each(turns)(`behavior: kill %i, seed ${seed}`, { timeout: 10 * MINUTES }, async (turn) => {
      const random = createRandom(2_000 + seed + turn);
      const index = await engine.create(`backfill_${turn}`);
      const first = await launchIndexer(stage.nodeUrl, index.env);
      const delayMs = random() * wholeMs;
      await sleep(delayMs);
      await first.kill();
      await index.expireLock();
      const rows = await finish(index);
      await first.stop();
      expect(rowDifferences(rows, expected), `killed after ${delayMs} ms`).toEqual([]);
    });
  });
}
