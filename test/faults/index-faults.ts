import { setTimeout as sleep } from "node:timers/promises";
import { numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChainSpec } from "../../devnet/chains.ts";
import { startProvider } from "../../devnet/provider/provider.ts";
import { SCHEMA } from "../harness/indexed-cluster.ts";
import type { LaunchedPonder } from "../harness/ponder.ts";
import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { rentedClass } from "../harness/rented-class.ts";
import { sized } from "../harness/size.ts";
import { createChainScript, newestBlock } from "./chain-script.ts";
import { type HeldNode, startHeldNode } from "./held-node.ts";
import {
  createIndexDatabase,
  expireLock,
  followed,
  type IndexDatabase,
  startIndexer,
} from "./indexers.ts";
import { type RunningStage, startStage } from "./stage.ts";
import { readRows, rowDifferences } from "./table-rows.ts";

const MOVES = sized({ always: 5, nightly: 8 });
const MINUTES = 60_000;
/** The smallest chain of the devnet alone has more. */
const FEWEST_ROWS = 400;
/**
 * Ponder moves what is final when twice the blocks of its finality have passed: 65 on Ethereum, 30
 * on chains that it does not know.
 */
const FINAL_AFTER_BLOCKS: Readonly<Record<number, number>> = { 1: 140, 80094: 70 };
/** Readings are of states that the node still has. */
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
 * Tests that what befalls an index leaves no trace in it: every row of every table equals that of
 * an index to which nothing happened, which follows the same chain through a node that shows only
 * blocks that stay. The first one's node is a rented one.
 *
 * @param chainId Of the devnet.
 * @param seed Of the first script and of the kills.
 * @param scripts How many scripts with reorganisations, of one seed after the other.
 * @param kills How often the indexer is killed by SIGKILL while it follows the chain; of rented
 *   nodes only archives have the states that it reads again.
 */
export function describeIndexFaults({
  chainId,
  seed: firstSeed,
  scripts,
  kills,
}: {
  readonly chainId: ChainSpec["chainId"];
  readonly seed: number;
  readonly scripts: number;
  readonly kills: number;
}): void {
  let server: Postgres;
  let held: HeldNode;
  let rentedUrl: string;
  let stage: RunningStage;
  let own: LiveIndex;
  let clean: LiveIndex;
  const stops: (() => Promise<unknown>)[] = [];
  const seeds = Array.from({ length: scripts }, (_, n) => firstSeed + n);
  const turns = Array.from({ length: kills }, (_, n) => n + 1);

  beforeAll(async () => {
    [stage, server] = await Promise.all([startStage(chainId), startPostgres()]);
    stops.push(stage.stop, server.stop);
    const { number } = await newestBlock(rpc());
    held = await startHeldNode(stage.nodeUrl, number);
    stops.push(held.stop);
    const rented = await startProvider({
      ...{ nodeUrl: stage.nodeUrl, hasOwnBloom: true },
      name: rentedClass("archive") ?? "archive",
    });
    stops.push(rented.stop);
    rentedUrl = rented.url;
    [own, clean] = await Promise.all([
      startLiveIndex("own", rentedUrl),
      startLiveIndex("clean", held.url),
    ]);
  }, 10 * MINUTES);

  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  });

  async function startLiveIndex(name: string, url: string): Promise<LiveIndex> {
    const database = await createIndexDatabase(server.url, name);
    stops.push(database.close);
    const ponder = await startIndexer({ chainId, url }, database.env);
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
    held.moveTo(await followed(stage.nodeUrl, own));
    await followed(held.url, clean);
  }

  /** Rows that the two indexes differ in. */
  async function compare(): Promise<readonly string[]> {
    await seen();
    const rows = await readRows(own.query, SCHEMA);
    expect([...rows.values()].flat().length).toBeGreaterThan(FEWEST_ROWS);
    return rowDifferences(rows, await readRows(clean.query, SCHEMA));
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
        // Ponder repeats questions about a block for a minute that the node dropped before they
        // were answered.
        await followed(stage.nodeUrl, own);
        moves.push(await script.reorganise(floor));
      }
      moves.push(await script.advance());
      expect(await compare(), moves.join("; ")).toEqual([]);
    });
  });

  if (kills === 0) return;
  describe("index through kills of a live indexer", () => {
    beforeAll(async () => {
      // A kill undoes what is not final yet; the first readings shall be.
      for (let i = 0; i < (FINAL_AFTER_BLOCKS[chainId] ?? 0); i += SEEN_BLOCKS) {
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
        await expireLock(own.query);
        own.ponder = await startIndexer({ chainId, url: rentedUrl }, own.database.env);
        moves.push(await script.advance());
        const lines = await compare();
        expect(lines, `killed after ${delayMs} ms of ${moves.join("; ")}`).toEqual([]);
      },
    );
  });
}
