import { getTableName, type Table } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { createPublicClient, http, type PublicClient } from "viem";
import * as schema from "../../ponder.schema.ts";
import { type Twin, twinsOf } from "../../src/catalog/twins.ts";
import type { Indexed } from "./comparison.ts";
import { changedBlocks, nodeAt, pairAbi, poolAbi } from "./node-state.ts";
import { volumeDifferences } from "./volume.ts";

/** Blocks before the head whose states are compared with what the contracts say of them. */
const STATE_BLOCKS = 20;

function columnsOf(table: Table): readonly string[] {
  return getTableConfig(table as PgTable).columns.map(({ name }) => name);
}

/** The key of the table that a log belongs to. */
function keyOf({ log }: Twin): readonly string[] {
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

/** What is wrong with the log of a table, one line each. */
async function twinDifferences(
  { sql, schema: name, chainId }: Indexed,
  client: PublicClient,
  [table, twin]: readonly [Table, Twin],
): Promise<readonly string[]> {
  const at = (each: Table) => `"${name}"."${getTableName(each)}"`;
  const key = keyOf(twin).join(", ");
  const logged = columnsOf(twin.log);
  const columns = columnsOf(table)
    .filter((name) => logged.includes(name))
    .join(", ");
  const lines: string[] = [];
  const newest = `(SELECT DISTINCT ON (${key}) ${columns} FROM ${at(twin.log)} WHERE chain_id = $1 ORDER BY ${key}, updated_block DESC)`;
  const current = `SELECT ${columns} FROM ${at(table)} WHERE chain_id = $1`;
  const stale = await difference(sql, [current, newest], [chainId]);
  if (stale > 0) lines.push(`${getTableName(table)}: ${stale} rows differ from the newest logged`);

  const found = await sql.unsafe(
    `SELECT DISTINCT updated_block, hour FROM ${at(twin.log)} WHERE chain_id = $1`,
    [chainId],
  );
  const times = await timestamps(
    client,
    found.map((row) => Number(row.updated_block)),
  );
  for (const [index, { updated_block: block, hour }] of found.entries()) {
    const time = times[index] ?? 0;
    if (hour !== time - (time % 3_600)) {
      lines.push(`${getTableName(twin.log)}: block ${block} of ${time} is in hour ${hour}`);
    }
  }
  return lines;
}

/**
 * Whether the logs of Uniswap's families have the blocks that the node's logs are in, and the
 * states that it answers for the last.
 */
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
 * What is wrong with the past of a chain whose tables stand on block `head`, one line each: with
 * the newest row of every log, with the hours of its blocks, with the blocks and states in the logs
 * of Uniswap's families, and with the volume of all exchanges.
 */
export async function pastDifferences(indexed: Indexed, head: bigint): Promise<readonly string[]> {
  const transport = http(indexed.rpcUrl, { batch: { batchSize: 500 }, timeout: 60_000 });
  const client = createPublicClient({ transport, cacheTime: 0 });
  const lines: string[] = [];
  for (const twin of twinsOf(schema)) lines.push(...(await twinDifferences(indexed, client, twin)));
  lines.push(...(await logDifferences(indexed, head)));
  lines.push(...(await volumeDifferences(indexed, { client, head })));
  return lines;
}
