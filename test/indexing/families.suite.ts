import postgres, { type Sql } from "postgres";
import { createPublicClient, http, numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readManifest } from "../../devnet/manifest.ts";
import { manifestPath, prepareDevnet } from "../../devnet/prepare.ts";
import { createRpc } from "../../devnet/rpc.ts";
import { readHeads } from "../../src/api/graph/heads.ts";
import {
  EMPTY_MEMORY,
  type Memory,
  mergeChanges,
  readChanges,
} from "../../src/api/graph/memory.ts";
import { createPostgresStore } from "../../src/api/store/postgres.ts";
import type { Store } from "../../src/catalog/database.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import { devnetProtocolChain } from "../harness/devnet-chain.ts";
import { sized } from "../harness/size.ts";
import { createRandom } from "../protocols/chain.ts";
import type { ProtocolChain } from "../protocols/protocol-chain.ts";
import { type Indexed, waitForHead } from "./comparison.ts";
import { ACTIVITY } from "./family-activity.ts";
import { differences, READERS } from "./family-states.ts";
import { pastDifferences } from "./past.ts";
import { CHAIN_IDS, SCHEMA, type SharedIndex, sharedIndex } from "./shared-index.ts";

const LIVE_ROUNDS = sized({ always: 1, nightly: 3 });
const REORG_DEPTHS = sized({ always: [8], nightly: [1, 3, 8, 20] });
/**
 * Families of which the devnet has many pools; their tables are compared through all
 * reorganisations elsewhere.
 */
const MANY = ["uniswap-v2", "uniswap-v3"];

let index: SharedIndex;
let store: Store;
let sql: Sql;
const chains = new Map<number, ProtocolChain>();
const memories = new Map<number, Memory>();

beforeAll(async () => {
  index = await sharedIndex();
  const state = await prepareDevnet(() => undefined);
  for (const chainId of CHAIN_IDS) {
    const { tokens } = readManifest(manifestPath(state, chainId));
    const { url } = index.chain(chainId);
    chains.set(chainId, devnetProtocolChain({ chainId, url, tokens }));
  }
  store = createPostgresStore({ url: index.databaseUrl, schema: SCHEMA });
  sql = postgres(index.databaseUrl, { max: 1, onnotice: () => undefined });
}, 300_000);

afterAll(async () => {
  await sql?.end();
  await store?.close();
});

function chainOf(chainId: number): ProtocolChain {
  const found = chains.get(chainId);
  if (found === undefined) throw new Error(`The devnet has no chain ${chainId}.`);
  return found;
}

function indexed(chainId: number): Indexed {
  return { sql, schema: SCHEMA, chainId, rpcUrl: chainOf(chainId).builder.rpc.url };
}

/** Waits for the index, and takes over what changed as the service does. */
async function follow(chainId: number): Promise<Memory> {
  await waitForHead(indexed(chainId));
  const memory = memories.get(chainId) ?? EMPTY_MEMORY;
  const changes = await store.snapshot(async (db) => {
    const heads = await readHeads(db, { chainId, limit: 75 });
    return readChanges(db, { chainId, protocols: PROTOCOLS, memory, heads });
  });
  const { memory: next } = mergeChanges(memory, changes);
  memories.set(chainId, next);
  return next;
}

/**
 * What differs from the contracts: in the states that the service would have, and how many of each
 * family there are.
 */
async function compare(chainId: number, without: readonly string[] = []) {
  const { states } = await follow(chainId);
  const url = chainOf(chainId).builder.rpc.url;
  const client = createPublicClient({ transport: http(url, { batch: true }), cacheTime: 0 });
  const lines: string[] = [];
  const counts = new Map<string, number>();
  for (const [family, read] of Object.entries(READERS)) {
    if (without.includes(family)) continue;
    const held = [...states.values()]
      .filter(({ protocol }) => protocol.family === family)
      .map(({ state }) => state);
    counts.set(family, held.length);
    lines.push(...differences(family, held, await read(client, chainId)));
  }
  return { lines, counts };
}

/** Plays one round of every family. */
async function play(chainId: number, round: number): Promise<void> {
  const chain = chainOf(chainId);
  const random = createRandom(1_000 * chainId + round);
  for (const [family, act] of Object.entries(ACTIVITY[chainId] ?? {})) {
    await act(chain, random, round).catch((cause: unknown) => {
      throw new Error(`${family} in round ${round} failed.`, { cause });
    });
  }
}

describe("READERS", () => {
  test("default: every family with tables has one", () => {
    const families = PROTOCOLS.map(({ family }) => family);
    expect(Object.keys(ACTIVITY).map(Number)).toEqual(CHAIN_IDS);
    expect(["sky", "wrapped-native", ...Object.keys(READERS)].sort()).toEqual(families.sort());
  });
});

describe.each(CHAIN_IDS)("families on chain %i", (chainId) => {
  test("default: the backfill", async () => {
    // What is only read of live blocks is read of this one.
    await createRpc(chainOf(chainId).builder.rpc.url).request("evm_mine");
    const { lines, counts } = await compare(chainId);
    expect(lines).toEqual([]);
    expect(await pastDifferences(indexed(chainId), await waitForHead(indexed(chainId)))).toEqual(
      [],
    );
    for (const family of Object.keys(ACTIVITY[chainId] ?? {})) {
      expect(counts.get(family), family).toBeGreaterThan(0);
    }
  });

  test("behavior: live blocks of every family", async () => {
    for (let round = 0; round < LIVE_ROUNDS; round++) {
      await play(chainId, round);
      const { lines } = await compare(chainId, round === 0 ? [] : MANY);
      expect(lines, `after round ${round}`).toEqual([]);
    }
  });

  test("behavior: reorganisations", { timeout: 400_000 }, async () => {
    const { rpc } = chainOf(chainId).builder;
    // Only blocks that the node itself has mined can be undone.
    await rpc.request("anvil_mine", [numberToHex(Math.max(...REORG_DEPTHS))]);
    for (const [n, depth] of REORG_DEPTHS.entries()) {
      await play(chainId, LIVE_ROUNDS + n);
      // Ponder asks for logs by block hash and repeats the question for a minute when anvil has
      // dropped the block.
      await follow(chainId);
      await rpc.request("anvil_reorg", [depth, []]);
      await rpc.request("evm_mine");
      const { lines } = await compare(chainId, MANY);
      expect(lines, `after a reorganisation of ${depth} blocks`).toEqual([]);
      expect(await pastDifferences(indexed(chainId), await waitForHead(indexed(chainId)))).toEqual(
        [],
      );
    }
  });

  test("behavior: no error was logged", () => {
    expect(index.ponder.output()).not.toMatch(/ERROR/);
  });
});
