import { getTableName, type Table } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { createPublicClient, http, type PublicClient } from "viem";
import * as schema from "../../ponder.schema.ts";
import { type Twins, twinsOf } from "../../src/catalog/twins.ts";
import type { Indexed } from "./comparison.ts";
import { changedBlocks, nodeAt, pairAbi, poolAbi } from "./node-state.ts";
import { volumeDifferences } from "./volume.ts";

/** Blocks before the head whose states are compared with what the contracts say of them. */
const STATE_BLOCKS = 20;

function columnsOf(table: Table): readonly string[] {
  return getTableConfig(table as PgTable).columns.map(({ name }) => name);
}

/** The key of the table that a log belongs to. */
function keyOf({ log }: Twins): readonly string[] {
  const [key] = getTableConfig(log as PgTable).primaryKeys;
  const columns = key?.columns.map(({ name }) => name) ?? [];
  return columns.filter((column) => column !== "updated_block");
}

/** Where two selections differ: nothing when both have the same rows. */
async function difference(
  sql: Sql,
  [left, right]: readonly [string, string],
  parameters: readonly (number | readonly number[])[],
): Promise<number> {
  const rows = await sql.unsafe(
    `(${left} EXCEPT ${right}) UNION ALL (${right} EXCEPT ${left})`,
    [...parameters].map((value) => (typeof value === "number" ? value : [...value])),
  );
  return rows.length;
}

async function timestamps(
  client: PublicClient,
  blocks: readonly number[],
): Promise<readonly number[]> {
  const read = blocks.map((number) => client.getBlock({ blockNumber: BigInt(number) }));
  return (await Promise.all(read)).map(({ timestamp }) => Number(timestamp));
}

/** What is wrong with the twins of a table, one line each. */
async function twinDifferences(
  { sql, schema: name, chainId }: Indexed,
  client: PublicClient,
  [table, twins]: readonly [Table, Twins],
): Promise<readonly string[]> {
  const at = (each: Table) => `"${name}"."${getTableName(each)}"`;
  const key = keyOf(twins).join(", ");
  const columns = columnsOf(table).join(", ");
  const lines: string[] = [];
  const newest = `(SELECT DISTINCT ON (${key}) ${columns} FROM ${at(twins.log)} WHERE chain_id = $1 ORDER BY ${key}, updated_block DESC)`;
  const current = `SELECT ${columns} FROM ${at(table)} WHERE chain_id = $1`;
  const stale = await difference(sql, [current, newest], [chainId]);
  if (stale > 0) lines.push(`${getTableName(table)}: ${stale} rows differ from the newest logged`);
  if (twins.hour === null) return lines;

  const found = await sql.unsafe(
    `SELECT DISTINCT updated_block FROM ${at(twins.log)} WHERE chain_id = $1`,
    [chainId],
  );
  const blocks = found.map((row) => Number(row.updated_block));
  const times = await timestamps(client, blocks);
  const hourly = `SELECT ${columns}, hour FROM ${at(twins.hour)} WHERE chain_id = $1`;
  const last = `(SELECT DISTINCT ON (${key}, hour) ${columns}, hour FROM (
    SELECT log.*, at.time - at.time % 3600 AS hour FROM ${at(twins.log)} log
    JOIN unnest($2::int[], $3::int[]) AS at(number, time) ON number = updated_block
    WHERE chain_id = $1) logged ORDER BY ${key}, hour, updated_block DESC)`;
  const wrong = await difference(sql, [hourly, last], [chainId, blocks, times]);
  if (wrong > 0) lines.push(`${getTableName(twins.hour)}: ${wrong} rows differ from the log`);
  return lines;
}

/** Whether the logs of Uniswap's families have the blocks that the node's logs are in, and the states that it answers for the last. */
async function logDifferences({ sql, schema: name, chainId, rpcUrl }: Indexed, head: bigint) {
  const lines: string[] = [];
  const changed = await changedBlocks(nodeAt(rpcUrl, head));
  const tables = {
    uniswap_v2_pair_log: { blocks: changed.pairs, abi: pairAbi, view: "getReserves" },
    uniswap_v3_pool_log: { blocks: changed.pools, abi: poolAbi, view: "slot0" },
  } as const;
  for (const [table, { blocks, abi, view }] of Object.entries(tables)) {
    const rows = await sql.unsafe(`SELECT * FROM "${name}".${table} WHERE chain_id = $1`, [
      chainId,
    ]);
    const logged = new Set(rows.map((row) => `${row.address}:${row.updated_block}`));
    for (const id of blocks) if (!logged.has(id)) lines.push(`${table} lacks ${id}`);
    for (const id of logged)
      if (!blocks.has(id)) lines.push(`${table} has ${id}, which has no log`);
    for (const row of rows) {
      if (BigInt(row.updated_block) <= head - BigInt(STATE_BLOCKS)) continue;
      const client = createPublicClient({ transport: http(rpcUrl), cacheTime: 0 });
      const [first, second] = await client.readContract({
        ...{ address: row.address, abi, functionName: view },
        blockNumber: BigInt(row.updated_block),
      });
      const held =
        view === "slot0" ? [row.sqrt_price_x_96, row.tick] : [row.reserve0, row.reserve1];
      if (String(held) !== String([first, second])) {
        lines.push(
          `${table} ${row.address}:${row.updated_block}: ${held}; the contract ${first},${second}`,
        );
      }
    }
  }
  return lines;
}

/**
 * What is wrong with the past of a chain whose tables stand on block `head`, one line each: with the newest row of every log, with the
 * rows of every hour, with the blocks and states in the logs of Uniswap's families, and with the volume of all exchanges.
 */
export async function pastDifferences(indexed: Indexed, head: bigint): Promise<readonly string[]> {
  const transport = http(indexed.rpcUrl, { batch: { batchSize: 500 }, timeout: 60_000 });
  const client = createPublicClient({ transport, cacheTime: 0 });
  const lines: string[] = [];
  for (const twins of twinsOf(schema))
    lines.push(...(await twinDifferences(indexed, client, twins)));
  lines.push(...(await logDifferences(indexed, head)));
  lines.push(...(await volumeDifferences(indexed, { client, head })));
  return lines;
}
