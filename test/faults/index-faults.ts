import { setTimeout as sleep } from "node:timers/promises";
import { numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { readManifest } from "../../devnet/manifest.ts";
import { manifestPath, prepareDevnet } from "../../devnet/prepare.ts";
import { devnetProtocolChain } from "../harness/devnet-chain.ts";
import type { LaunchedPonder } from "../harness/ponder.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { createRandom } from "../protocols/chain.ts";
import { createChainScript, newestBlock, type Stage } from "./chain-script.ts";
import { type HeldNode, startHeldNode } from "./held-node.ts";
import {
  createIndexDatabase,
  expireLock,
  followed,
  type IndexDatabase,
  launchIndexer,
  SCHEMA,
  startIndexer,
} from "./indexers.ts";
import { restartedRows } from "./restarted-rows.ts";
import { readRows, rowDifferences, type TableRows } from "./table-rows.ts";

const CHAIN_ID = 1;
const MOVES = 8;
const MINUTES = 60_000;
const LATER_MOVES = 3;
/** The devnet's chain alone has more. */
const FEWEST_ROWS = 1_000;
/** All that is read in live blocks is read in every such block, whenever the indexer was started. */
const READ_EVERY_BLOCKS = 50;
/** Ponder moves what is final when twice the 65 blocks of its finality have passed. */
const FINAL_AFTER_BLOCKS = 140;
/** The node forgets states after 128 blocks. */
const SEEN_BLOCKS = 35;
/** A live indexer is killed by then, while the chain moves. */
const LONGEST_LIFE_MS = 4_000;

/** Indexed live, and the indexer that does it. */
interface LiveIndex {
  readonly database: IndexDatabase;
  readonly query: IndexDatabase["query"];
  ponder: LaunchedPonder;
}

/**
 * Tests that what befalls an index leaves no trace in it: every row of every table equals that of an index to which nothing happened, which
 * follows the same chain through a node that shows only blocks that stay.
 *
 * @param seed Of the first script and of the kills.
 * @param scripts How many scripts with reorganisations, of one seed after the other.
 * @param kills How often the indexer is killed by SIGKILL: while it follows the chain, and as often while it fills an empty database.
 */
export function describeIndexFaults({
  seed: firstSeed,
  scripts,
  kills,
}: {
  readonly seed: number;
  readonly scripts: number;
  readonly kills: number;
}): void {
  let devnet: Devnet;
  let server: Postgres;
  let held: HeldNode;
  let stage: Stage;
  let nodeUrl: string;
  let own: LiveIndex;
  let clean: LiveIndex;
  const stops: (() => Promise<unknown>)[] = [];
  const seeds = Array.from({ length: scripts }, (_, n) => firstSeed + n);
  const turns = Array.from({ length: kills }, (_, n) => n + 1);

  beforeAll(async () => {
    [devnet, server] = await Promise.all([
      startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null }),
      startPostgres(),
    ]);
    stops.push(devnet.stop, server.stop);
    nodeUrl = devnet.chains[0]?.url ?? "";
    const state = await prepareDevnet(() => undefined);
    const manifest = readManifest(manifestPath(state, CHAIN_ID));
    const { tokens } = manifest;
    const chain = devnetProtocolChain({ chainId: CHAIN_ID, url: nodeUrl, tokens });
    stage = { chain, manifest };
    await createChainScript(stage, 0).prepare();
    const { number } = await newestBlock(chain.builder.rpc);
    held = await startHeldNode(nodeUrl, number);
    stops.push(held.stop);
    [own, clean] = await Promise.all([
      startLiveIndex("own", nodeUrl),
      startLiveIndex("clean", held.url),
    ]);
  }, 10 * MINUTES);

  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  });

  async function startLiveIndex(name: string, url: string): Promise<LiveIndex> {
    const database = await createIndexDatabase(server.url, name);
    stops.push(database.close);
    const ponder = await startIndexer(url, database.env);
    const index: LiveIndex = { database, query: database.query, ponder };
    stops.push(() => index.ponder.stop());
    await followed(url, index);
    return index;
  }

  const killSeed = (turn: number) => 1_000 + firstSeed + turn;
  const rpc = () => stage.chain.builder.rpc;
  const mine = (blocks: number) => rpc().request("anvil_mine", [numberToHex(blocks)]);

  /** Waits until both indexes stand on the newest block, which the clean one is shown. */
  async function seen(): Promise<void> {
    held.moveTo(await followed(nodeUrl, own));
    await followed(held.url, clean);
  }

  /** Rows that the two indexes differ in. @param view What is compared of the rows of an index. */
  async function compare(
    view: (rows: TableRows, ownRows: TableRows) => TableRows = (rows) => rows,
  ): Promise<readonly string[]> {
    await seen();
    const rows = await readRows(own.query, SCHEMA);
    expect([...rows.values()].flat().length).toBeGreaterThan(FEWEST_ROWS);
    return rowDifferences(view(rows, rows), view(await readRows(clean.query, SCHEMA), rows));
  }

  describe("index through reorganisations", () => {
    test("default: without any", { timeout: 5 * MINUTES }, async () => {
      expect(await compare()).toEqual([]);
    });

    test.each(seeds)("behavior: the script of seed %i", { timeout: 10 * MINUTES }, async (seed) => {
      const script = createChainScript(stage, seed);
      const { number: floor } = await newestBlock(rpc());
      const moves: string[] = [];
      for (let i = 0; i < MOVES; i++) {
        if (script.random() < 0.7) {
          moves.push(await script.advance());
          continue;
        }
        // Ponder repeats questions about a block for a minute that the node dropped before they were answered.
        await followed(nodeUrl, own);
        moves.push(await script.reorganise(floor));
      }
      moves.push(await script.advance());
      expect(await compare(), moves.join("; ")).toEqual([]);
    });
  });

  describe("index through kills of a live indexer", () => {
    beforeAll(async () => {
      // A kill undoes what is not final yet; the first readings shall be.
      for (let i = 0; i < FINAL_AFTER_BLOCKS; i += SEEN_BLOCKS) {
        await mine(SEEN_BLOCKS);
        await seen();
      }
    }, 10 * MINUTES);

    test.each(turns)(
      `behavior: kill %i, seed ${firstSeed}`,
      { timeout: 10 * MINUTES },
      async (turn) => {
        const script = createChainScript(stage, killSeed(turn));
        const delayMs = script.random() * LONGEST_LIFE_MS;
        const killed = sleep(delayMs).then(() => own.ponder.kill());
        const moves: string[] = [];
        for (let i = 0; i < MOVES; i++) moves.push(await script.advance());
        await killed;
        // The first waits until the lock expires by itself.
        if (turn > 1) await expireLock(own.query);
        const { number: first } = await newestBlock(rpc());
        own.ponder = await startIndexer(nodeUrl, own.database.env);
        await followed(nodeUrl, own);
        await mine(READ_EVERY_BLOCKS - (first % READ_EVERY_BLOCKS));
        const { number: settled } = await newestBlock(rpc());
        for (let i = 0; i < LATER_MOVES; i++) moves.push(await script.advance());
        const restart = { first, settled };
        const lines = await compare((rows, ownRows) => restartedRows(rows, ownRows, restart));
        expect(lines, `killed after ${delayMs} ms of ${moves.join("; ")}`).toEqual([]);
      },
    );
  });

  describe("index through kills of a backfill", () => {
    let expected: TableRows;
    let wholeMs: number;

    beforeAll(async () => {
      const started = Date.now();
      const index = await startLiveIndex("whole", nodeUrl);
      wholeMs = Date.now() - started;
      expected = await readRows(index.query, SCHEMA);
      await index.ponder.stop();
    }, 10 * MINUTES);

    test.each(turns)(
      `behavior: kill %i, seed ${firstSeed}`,
      { timeout: 10 * MINUTES },
      async (turn) => {
        const random = createRandom(killSeed(turn));
        const database = await createIndexDatabase(server.url, `backfill_${turn}`);
        stops.push(database.close);
        const first = await launchIndexer(nodeUrl, database.env);
        stops.push(first.stop);
        const delayMs = random() * wholeMs;
        await sleep(delayMs);
        await first.kill();
        await expireLock(database.query);
        const ponder = await startIndexer(nodeUrl, database.env);
        stops.push(ponder.stop);
        await followed(nodeUrl, { query: database.query, ponder });
        const rows = await readRows(database.query, SCHEMA);
        await ponder.stop();
        expect(rowDifferences(rows, expected), `killed after ${delayMs} ms`).toEqual([]);
      },
    );
  });
}
