import pino from "pino";
import postgres from "postgres";
import type { Address } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  FIRST_BLOCK,
  fillTables,
  type MarketSize,
  writeBlock,
} from "../../../bench/graph/market.ts";
import { createTables } from "../../../bench/graph/tables.ts";
import { unitPrices } from "../../../src/api/chain/chain-service.ts";
import { type Feed, startFeed } from "../../../src/api/graph/feed.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { findRoute } from "../../../src/api/router/find-route.ts";
import { createPostgresStore, liveQueryChannel } from "../../../src/api/store/postgres.ts";
import type { Store } from "../../../src/catalog/database.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";
import { NO_GAS } from "../router/requests.ts";

const SCHEMA = "weir_eligibility";
const SIZE: MarketSize = { pairs: 600, deepPairs: 60 };
const USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const [CHAIN] = [...CHAINS.values()].filter(({ chainId }) => chainId === 1);

let server: Postgres;
let sql: postgres.Sql;
let store: Store;
const feeds: Feed[] = [];

beforeAll(async () => {
  server = await startPostgres();
  sql = postgres(server.url, {
    ...{ max: 1, onnotice: () => undefined, connection: { search_path: SCHEMA } },
  });
  await sql.unsafe(`create schema ${SCHEMA}`);
  await createTables(sql);
  await fillTables(sql, SIZE);
  store = createPostgresStore({ url: server.url, schema: SCHEMA });
});

afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.close();
});

afterAll(async () => {
  await store?.close();
  await sql?.end();
  await server?.stop();
});

/** A feed of the tables in which every token passes. */
async function start(allBelow: number): Promise<Feed> {
  if (CHAIN === undefined) throw new Error("chain 1 is unknown");
  const feed = startFeed({
    ...{ chain: CHAIN, store, protocols: PROTOCOLS, log: pino({ level: "silent" }) },
    quality: {
      accepts: () => true,
      check: async () => ({ changed: new Set(), refused: new Set() }),
      old: async () => [],
    },
    newestBlock: () => null,
    eligibility: { allBelow, leastUsd: 1_000, unitPrices },
  });
  feeds.push(feed);
  await feed.refresh();
  return feed;
}

function snapshotOf(feed: Feed): Snapshot {
  const snapshot = feed.snapshot();
  if (snapshot === null) throw new Error("the feed has no snapshot");
  return snapshot;
}

/** Pairs that are worth so much, with the token of each that is no connector. */
async function pairs(which: "deep" | "dust") {
  const number = "('x' || right(address, 8))::bit(32)::int";
  const range = which === "deep" ? `<= ${SIZE.deepPairs}` : `> ${SIZE.deepPairs}`;
  const rows = await sql.unsafe<{ address: Address; token: Address }[]>(`
    select address, case when right(token0, 8) = right(address, 8) then token0 else token1 end as token
    from uniswap_v2_pair where ${number} ${range} and ${number} > 2 order by 1`);
  return rows;
}

function hasRoute(snapshot: Snapshot, tokenOut: Address): boolean {
  const ask = { tokenIn: USDC, tokenOut, amountIn: 10n ** 6n };
  return findRoute(snapshot, { ...ask, onlyProtocols: [], ignoreProtocols: [] }, NO_GAS).ok;
}

describe("startFeed", () => {
  test("default: of many pools those that hold enough, as they are in a graph of all", async () => {
    const [some, all] = [await start(100), await start(10_000)];
    const [few, whole] = [snapshotOf(some), snapshotOf(all)];
    for (const { address } of await pairs("deep")) expect(few.pools.has(address)).toBe(true);
    for (const { address } of await pairs("dust")) expect(few.pools.has(address)).toBe(false);
    for (const [id, state] of few.pools) expect(state).toEqual(whole.pools.get(id));
    expect(few.pools.size).toBeLessThan(whole.pools.size / 4);
    const { eligible, admitted, dormant } = some.pools();
    expect(admitted).toBe(0);
    expect(eligible + dormant).toBe(SIZE.pairs + SIZE.pairs / 10 + 2);
    expect(all.pools()).toMatchObject({ admitted: 0, dormant: 0 });
    expect(whole.pools.size).toBeGreaterThan(SIZE.pairs);
  });

  test("behavior: a token that is asked for brings its pools in, and no other", async () => {
    const feed = await start(100);
    const [asked, other] = await pairs("dust");
    if (asked === undefined || other === undefined) throw new Error("no dust");
    const before = snapshotOf(feed);
    expect(hasRoute(before, asked.token)).toBe(false);
    await feed.admit([USDC, asked.token], null);
    const after = snapshotOf(feed);
    expect(hasRoute(after, asked.token)).toBe(true);
    expect(hasRoute(after, other.token)).toBe(false);
    expect(after.block).toEqual(before.block);
    expect(feed.pools().admitted).toBeGreaterThan(0);
    // A snapshot that a request holds stays as it was.
    expect(before.pools.has(asked.address)).toBe(false);
    await feed.admit([asked.token], null);
    expect(feed.snapshot()).toBe(after);
  });

  test("behavior: a pool that is traded is in the graph from then on, with its tokens", async () => {
    const feed = await start(100);
    const [first] = await pairs("dust");
    if (first === undefined) throw new Error("no dust");
    const before = snapshotOf(feed);
    const number = before.block.number + 1;
    await sql`update uniswap_v2_pair set reserve0 = reserve0 + 1, updated_block = ${number}
      where address = ${first.address}`;
    await writeBlock(sql, SIZE, { number, channel: liveQueryChannel(SCHEMA) });
    await feed.refresh();
    const after = snapshotOf(feed);
    expect(after.block.number).toBe(number);
    expect(after.pools.has(first.address)).toBe(true);
    expect(hasRoute(after, first.token)).toBe(true);
    expect(before.block.number).toBeGreaterThanOrEqual(FIRST_BLOCK);
  });
});
