// What a year of a chain's past takes on disk, and hours to index it: rows of every log and bytes
// of a row with its indexes, of a backfill of swaps on the devnet, times the blocks of a year: node
// scripts/run.mjs bench/history.ts [--blocks 200] [--changed 30] [--pools 5000]
// [--seconds-per-block 12]
import { parseArgs } from "node:util";
import { getTableName } from "drizzle-orm";
import postgres, { type Sql } from "postgres";
import { startDevnet } from "../devnet/index.ts";
import { createRpc } from "../devnet/rpc.ts";
import * as tables from "../ponder.schema.ts";
import { openRecords } from "../src/api/records/open.ts";
import { twinsOf } from "../src/catalog/twins.ts";
import { startPostgres } from "../test/harness/postgres.ts";
import { backfill, ROOT_PROJECT } from "./index/backfill.ts";
import { mineSwaps } from "./index/swaps.ts";

const CHAIN_ID = 1;
const SCHEMA = "weir_history";
const SECONDS_PER_YEAR = 365 * 86_400;
const SECONDS_PER_HOUR = 3_600;
/** At most: of a pair, its reserves and the swap. */
const EVENTS_PER_SWAP = 2;
/** Rows of which the size of one is taken where the backfill writes none. */
const SAMPLE = 100_000;

const { values: options } = parseArgs({
  options: {
    /** That are mined and indexed. */
    blocks: { type: "string", default: "200" },
    /** Pools that a block changes: a swap in each. */
    changed: { type: "string", default: "30" },
    /** In the graph; as many tokens have a price. */
    pools: { type: "string", default: "5000" },
    "seconds-per-block": { type: "string", default: "12" },
  },
});
const blocks = Number(options.blocks);
const changed = Number(options.changed);
const pools = Number(options.pools);
const blocksPerYear = SECONDS_PER_YEAR / Number(options["seconds-per-block"]);

/** What a table gets in a year. */
interface Growth {
  readonly table: string;
  readonly rowsPerYear: number;
  readonly bytesPerRow: number;
}

const stops: (() => Promise<unknown>)[] = [];
try {
  await measure();
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function measure(): Promise<void> {
  const devnet = await startDevnet({ chainIds: [CHAIN_ID], blockTimeMs: null });
  stops.push(() => devnet.stop());
  const [node] = devnet.chains;
  if (node === undefined) throw new Error("the devnet started no chain");
  const before = Number(await createRpc(node.url).request("eth_blockNumber", []));
  console.log(`mining ${blocks} blocks of ${changed} swaps`);
  await mineSwaps(node, { blocks, swapsPerBlock: changed });
  const server = await startPostgres();
  stops.push(() => server.stop());
  const env = {
    DATABASE_URL: server.url,
    [`PONDER_RPC_URL_${CHAIN_ID}`]: node.url,
    [`PONDER_START_BLOCK_${CHAIN_ID}`]: "0",
  };
  const { events, seconds } = await backfill(ROOT_PROJECT, { schema: SCHEMA, env });
  const records = await openRecords(server.url);
  await records.close();
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  stops.push(() => sql.end());

  const growth = [
    ...(await ofLogs(sql, before)),
    await ofHours(sql),
    await ofHeads(sql),
    ...(await ofRecords(sql)),
  ];
  console.table(
    growth.map(({ table, rowsPerYear, bytesPerRow }) => ({
      ...{ table, "million rows a year": Number((rowsPerYear / 1e6).toFixed(1)) },
      ...{ "bytes a row": Math.round(bytesPerRow) },
      "GB a year": Number(((rowsPerYear * bytesPerRow) / 1e9).toFixed(1)),
    })),
  );
  const rows = growth.reduce((sum, { rowsPerYear }) => sum + rowsPerYear, 0);
  const bytes = growth.reduce((sum, one) => sum + one.rowsPerYear * one.bytesPerRow, 0);
  const rate = events / seconds;
  const hours = (blocksPerYear * changed * EVENTS_PER_SWAP) / rate / SECONDS_PER_HOUR;
  console.log(
    `${(rows / 1e6).toFixed(0)} million rows and ${(bytes / 1e9).toFixed(0)} GB a year; ` +
      `${Math.round(rate)} events a second, so that a year's swaps take ${hours.toFixed(0)} hours`,
  );
}

/** The logs of tables that the swaps changed. */
async function ofLogs(sql: Sql, before: number): Promise<readonly Growth[]> {
  const growth: Growth[] = [];
  for (const { log } of twinsOf(tables).values()) {
    const table = getTableName(log);
    const [own] = await sql<{ rows: number; followed: number }[]>`
      select count(*)::int as rows, (count(*) filter (where updated_block > ${before}))::int as followed
      from ${sql(SCHEMA)}.${sql(table)}`;
    if (own === undefined || own.followed < blocks) continue;
    const rowsPerYear = (own.followed / blocks) * blocksPerYear;
    growth.push({ table, rowsPerYear, bytesPerRow: (await sizeOf(sql, table)) / own.rows });
  }
  return growth;
}

/** Volumes by hour: of every pool that a block may change, in both directions, at most. */
async function ofHours(sql: Sql): Promise<Growth> {
  const table = getTableName(tables.poolHour);
  const [own] = await sql<{ rows: number }[]>`
    select count(*)::int as rows from ${sql(SCHEMA)}.${sql(table)}`;
  const hoursPerYear = SECONDS_PER_YEAR / SECONDS_PER_HOUR;
  const most = Math.min(2 * pools * hoursPerYear, changed * blocksPerYear);
  return { table, rowsPerYear: most, bytesPerRow: (await sizeOf(sql, table)) / (own?.rows ?? 1) };
}

/** Headers of live blocks, of which a backfill has none. */
async function ofHeads(sql: Sql): Promise<Growth> {
  const table = getTableName(tables.headBlock);
  const hash = sql`'0x' || encode(sha256(n::text::bytea), 'hex')`;
  await sql`insert into ${sql(SCHEMA)}.${sql(table)}
    select ${CHAIN_ID}, n, ${hash}, ${hash}, 1600000000 + n, 1000000000 from generate_series(1, ${SAMPLE}) as n`;
  const bytesPerRow = (await sizeOf(sql, table)) / SAMPLE;
  return { table, rowsPerYear: blocksPerYear, bytesPerRow };
}

/** What the API records by the hour of every pool and token: when all change in each, at most. */
async function ofRecords(sql: Sql): Promise<readonly Growth[]> {
  const rowsPerYear = (pools * SECONDS_PER_YEAR) / SECONDS_PER_HOUR;
  const growth: Growth[] = [];
  for (const table of ["prices", "tvl"]) {
    await sql`insert into weir_app.${sql(table)}
      select ${CHAIN_ID}, '0x' || encode(substr(sha256((n % ${pools})::text::bytea), 1, 20), 'hex'),
        n / ${pools} * ${SECONDS_PER_HOUR}, n from generate_series(1, ${SAMPLE}) as n`;
    const bytesPerRow = (await sizeOf(sql, table, "weir_app")) / SAMPLE;
    growth.push({ table, rowsPerYear, bytesPerRow });
  }
  return growth;
}

/** Bytes of a table with its indexes. */
async function sizeOf(sql: Sql, table: string, schema = SCHEMA): Promise<number> {
  const [found] = await sql<{ bytes: number }[]>`
    select pg_total_relation_size(${`"${schema}"."${table}"`}::regclass)::float8 as bytes`;
  return found?.bytes ?? 0;
}
