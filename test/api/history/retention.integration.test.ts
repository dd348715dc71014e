import pino from "pino";
import postgres, { type Sql } from "postgres";
import { createPublicClient, custom, type Hex, numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseAt } from "../../../src/api/chain/past/database-at.ts";
import { pastOf } from "../../../src/api/chain/past/tables.ts";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { deleteHistory } from "../../../src/api/history/delete-history.ts";
import { type RetainedChain, startRetention } from "../../../src/api/history/retention.ts";
import { openRecords, type Records } from "../../../src/api/records/open.ts";
import {
  openRetainedHistories,
  type RetainedHistories,
} from "../../../src/api/records/retained-history.ts";
import { createPostgresStore } from "../../../src/api/store/postgres.ts";
import type { Store } from "../../../src/catalog/database.ts";
import { finalityBlocks } from "../../../src/lib/finality.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { indexedCluster, SCHEMA } from "../../harness/indexed-cluster.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";
import { HOUR, snapshotAt } from "./chain.ts";
import { LOGS, logged, newestLogged } from "./logs.ts";

const CHAIN_ID = 1;
/** There is a block an hour. */
const START = 400_000 * HOUR;
const timeOf = (block: number) => START + block * HOUR;
const TOKEN = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";

/** Days that are kept. */
const DAYS = 10;

/** The newest block with a row in a log: prices are written in each of the last ones. */
let lastLogged: number;
/** What is kept at first. */
let earliest: number;
/** Of which blocks there are hours. */
let firstHour: number;
let lastHour: number;
/** Whose time is so many days after that of the earliest. */
let newest: number;
let server: Postgres;
let sql: Sql;
let store: Store;
/** Of two processes. */
let records: readonly Records[];
let retained: readonly RetainedHistories[];

beforeAll(async () => {
  server = await startPostgres(await indexedCluster());
  sql = untriggered(server.url);
  store = createPostgresStore({ url: server.url, schema: SCHEMA });
  records = [await openRecords(server.url), await openRecords(server.url)];
  retained = await Promise.all(records.map((own) => openRetainedHistories(own, console.error)));
  lastLogged = await newestLogged(sql);
  [earliest, firstHour, lastHour] = [lastLogged - 10, lastLogged - 100, lastLogged + 100];
  newest = earliest + 24 * DAYS;
  for (let block = firstHour; block <= lastHour; block++) await addHour(block);
}, 200_000);

afterAll(async () => {
  for (const each of retained ?? []) await each.close();
  for (const each of records ?? []) await each.close();
  await Promise.all([store?.close(), sql?.end()]);
  await server?.stop();
});

/** A connection as the retention's: Ponder's triggers are off. */
function untriggered(url: string): Sql {
  const connection = { session_replication_role: "replica" };
  return postgres(url, { max: 1, onnotice: () => undefined, connection });
}

/** What an hour adds besides the logs: a header, a volume, a recorded hour and a price. */
async function addHour(block: number): Promise<void> {
  const [schema, hour, hash] = [sql(SCHEMA), timeOf(block), hashOf(block)];
  await sql`insert into ${schema}.head_block values
    (${CHAIN_ID}, ${block}, ${hash}, ${hashOf(block - 1)}, ${hour}, 1)`;
  await sql`insert into ${schema}.pool_hour values
    (${CHAIN_ID}, ${TOKEN}, ${TOKEN}, ${TOKEN}, ${hour}, 1, 1, 1, 1)`;
  await sql`insert into weir_app.recorded_hours values (${CHAIN_ID}, ${hour}, ${block}, ${hash}, ${hour})`;
  await sql`insert into weir_app.prices values (${CHAIN_ID}, ${TOKEN}, ${hour}, ${block})`;
  if (block === firstHour)
    await sql`insert into weir_app.tvl values (${CHAIN_ID}, ${TOKEN}, ${hour}, 5)`;
}

function hashOf(block: number): Hex {
  return numberToHex(block + 1, { size: 32 });
}

/** The chain with its newest block; a node knows all. */
function chainAt(head: number, node: (method: string) => unknown = () => null): RetainedChain {
  const transport = custom(
    {
      async request({ method, params }: { readonly method: string; readonly params: unknown[] }) {
        const refused = node(method);
        if (refused instanceof Error) throw refused;
        const number = Number(params[0]);
        return {
          ...{ number: numberToHex(number), hash: hashOf(number), parentHash: hashOf(number - 1) },
          ...{ timestamp: numberToHex(timeOf(number)), baseFeePerGas: "0x1", transactions: [] },
        };
      },
    },
    { retryCount: 0 },
  );
  const block = { number: head, hash: hashOf(head), timestamp: timeOf(head) };
  return {
    client: createPublicClient({ transport, cacheTime: 0 }),
    read: (query) => store.snapshot(query),
    lastSnapshot: () => snapshotAt({ ...block, baseFeePerGas: 1n }, []),
    earliestBlock: 0,
  };
}

/** Looks once, as a process does, and tells what it logs. */
async function look(
  chains: ReadonlyMap<number, RetainedChain>,
  {
    process = 0,
    days,
    databaseUrl = server.url,
  }: { readonly process?: number; readonly days: number; readonly databaseUrl?: string },
): Promise<string> {
  const lines: string[] = [];
  const retention = startRetention({
    ...{ days, chains, databaseUrl, schemaOf: () => SCHEMA, graceMs: 0 },
    retained: retained[process] as RetainedHistories,
    log: pino({ level: "info" }, { write: (line: string) => void lines.push(line) }),
  });
  await retention.look();
  await retention.close();
  return lines.join("");
}

/** All states at the end of a block. */
async function statesAt(block: number): Promise<string> {
  const states = await store.snapshot(async (db) => {
    const then = databaseAt(db, { chainId: CHAIN_ID, block, pastOf });
    const all = [];
    for (const protocol of PROTOCOLS) {
      const request = { chainId: CHAIN_ID, sinceBlock: -1, ids: [] };
      all.push(...(await loadStates(then, protocol.states, request)));
    }
    return all.map((state) => [state.id, state] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  });
  return JSON.stringify(states, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
}

/** Rows that Ponder keeps for a reorganisation. */
async function keptForReorganisations(): Promise<number> {
  const names = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = ${SCHEMA} and table_name like '\\_reorg\\_\\_%'`;
  expect(names.length).toBeGreaterThan(LOGS.length);
  let rows = 0;
  for (const { name } of names) {
    const [found] = await sql`select count(*)::int as rows from ${sql(SCHEMA)}.${sql(name)}`;
    rows += Number(found?.rows);
  }
  return rows;
}

/** Times of what is left besides the logs. */
async function hoursLeft() {
  const schema = sql(SCHEMA);
  const times = (rows: readonly { readonly at: string | number }[]) =>
    rows.map(({ at }) => (Number(at) - START) / HOUR).sort((a, b) => a - b);
  return {
    heads: times(await sql`select timestamp as at from ${schema}.head_block`),
    volumes: times(await sql`select hour as at from ${schema}.pool_hour`),
    recorded: times(await sql`select hour as at from weir_app.recorded_hours`),
    prices: times(await sql`select hour as at from weir_app.prices`),
    tvl: times(await sql`select hour as at from weir_app.tvl`),
  };
}

function from(block: number): readonly number[] {
  return Array.from({ length: lastHour - block + 1 }, (_, i) => block + i);
}

describe("startRetention", () => {
  test("default: what is older goes, and all that is left is as before", async () => {
    const asked = [earliest, earliest + 1, earliest + 5, earliest + 9, lastLogged];
    const before = await Promise.all(asked.map(statesAt));
    expect(new Set(before).size).toBeGreaterThan(3);
    const old = await logged(sql, earliest);
    expect(old.superseded).toBeGreaterThan(50);
    const kept = await keptForReorganisations();
    const told = await look(new Map([[CHAIN_ID, chainAt(newest)]]), { days: DAYS });
    expect(told).toContain("the past of before was deleted");
    expect(await logged(sql, earliest)).toEqual({ rows: old.rows - old.superseded, superseded: 0 });
    expect(await Promise.all(asked.map(statesAt))).toEqual(before);
    const left = from(earliest);
    expect(await hoursLeft()).toEqual({
      ...{ heads: left, volumes: left, recorded: left, prices: left },
      // What was so is so until something else is.
      tvl: [firstHour],
    });
    expect(await keptForReorganisations()).toBe(kept);
    const known = { schema: SCHEMA, chainId: CHAIN_ID, block: earliest, isDeleted: true };
    for (const each of retained) {
      await expect.poll(() => each.of(known)).toEqual({ ...known, since: timeOf(earliest) });
    }
  });

  test("behavior: the next day's goes when it is over, whichever process looks", async () => {
    const chainOf = (block: number) => new Map([[CHAIN_ID, chainAt(block)]]);
    expect(await look(chainOf(newest + 23), { days: DAYS, process: 1 })).toBe("");
    expect((await hoursLeft()).heads).toEqual(from(earliest));
    await look(chainOf(newest + 24), { days: DAYS, process: 1 });
    const { heads, recorded } = await hoursLeft();
    expect([heads, recorded]).toEqual([from(earliest + 24), from(earliest + 24)]);
  });

  test("behavior: what was said and not done is done, with other days too", async () => {
    const block = earliest + 25;
    const said = { schema: SCHEMA, chainId: CHAIN_ID, block, since: timeOf(block) };
    await retained[1]?.announce(said);
    await expect.poll(() => retained[0]?.of(said)?.isDeleted).toBe(false);
    await look(new Map([[CHAIN_ID, chainAt(newest + 24)]]), { days: 5_000 });
    expect((await hoursLeft()).volumes).toEqual(from(block));
    expect(retained[0]?.of(said)?.isDeleted).toBe(true);
    // Older things are not announced again.
    await retained[1]?.announce({ ...said, block: block - 1 });
    expect(retained[1]?.of(said)?.block).toBe(block);
  });

  test("behavior: blocks that may still be replaced stay", async () => {
    const head = lastLogged + 2 * finalityBlocks(CHAIN_ID) + 20;
    const before = await hoursLeft();
    expect(await look(new Map([[CHAIN_ID, chainAt(head)]]), { days: 1 })).toBe("");
    expect(await hoursLeft()).toEqual(before);
  });

  test("behavior: a chain whose node is away keeps no other from it", async () => {
    const away = chainAt(newest + 48, () => new Error("it is away"));
    const chains = new Map([
      [2, away],
      [CHAIN_ID, chainAt(newest + 72)],
    ]);
    const told = await look(chains, { days: DAYS - 1 });
    expect(told).toContain("the past cannot be deleted now");
    expect(told).toContain("the past of before was deleted");
    expect((await hoursLeft()).heads).toEqual(from(earliest + 96));
  });

  test("error: a user who may not switch off triggers deletes and announces nothing", async () => {
    await sql.unsafe("create role weir_plain login password 'plain'");
    const url = new URL(server.url);
    [url.username, url.password] = ["weir_plain", "plain"];
    const own = { schema: SCHEMA, chainId: CHAIN_ID };
    const announced = retained[0]?.of(own);
    const chains = new Map([[CHAIN_ID, chainAt(newest + 480)]]);
    const told = await look(chains, { days: DAYS, databaseUrl: url.href });
    expect(told).toContain("GRANT SET ON PARAMETER session_replication_role");
    expect(retained[0]?.of(own)).toEqual(announced);
  });
});

describe("deleteHistory", () => {
  test("default: a page of a table at a time comes to the same", async () => {
    const copy = await startPostgres(await indexedCluster());
    const own = untriggered(copy.url);
    try {
      const retained = {
        ...{ schema: SCHEMA, chainId: CHAIN_ID, block: lastLogged, since: timeOf(lastLogged) },
        isDeleted: false,
      };
      const deletion = { sql: own, signal: new AbortController().signal };
      const rowsOf = async (name: string) => {
        const [found] = await own`select count(*)::int as rows from ${own(SCHEMA)}.${own(name)}`;
        return Number(found?.rows);
      };
      expect(await deleteHistory(retained, { ...deletion, pages: 1 })).toBeGreaterThan(100);
      expect(await rowsOf("uniswap_v3_tick_log")).toBe(await rowsOf("uniswap_v3_tick"));
      expect(await deleteHistory(retained, deletion)).toBe(0);
    } finally {
      await own.end();
      await copy.stop();
    }
  }, 60_000);
});
