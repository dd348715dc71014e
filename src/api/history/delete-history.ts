import { setTimeout as sleep } from "node:timers/promises";
import { getTableName, type Table } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import * as tables from "../../../ponder.schema.ts";
import { twinsOf } from "../../catalog/twins.ts";
import type { Retained } from "../records/retained-history.ts";
import { apy, prices, recordedHours, tvl } from "../records/schema.ts";

/** A table of which what is old is deleted. */
interface Aging {
  readonly schema: string;
  readonly table: string;
  /** When a row is of: the column, and the first value that stays. */
  readonly at: string;
  readonly from: number;
  /**
   * Columns of what rows follow each other of: the newest of up to `from` stays then, as what was
   * so later, too. Null: none of before stays.
   */
  readonly of: readonly string[] | null;
}

export interface DeletionOptions {
  /** Connections on which Ponder's triggers are off. */
  readonly sql: Sql;
  readonly signal: AbortSignal;
  /** Pages of 8 kB that one statement looks through. */
  readonly pages?: number;
}

const PAGES = 1_024;
/** So many times as long as a statement took is nothing done. */
const REST_FACTOR = 3;

const LOGS = [...twinsOf(tables).values()].map(({ log }) => log);

/**
 * Deletes what is older than what is retained, a few pages of a table at a time, each in a
 * transaction of its own. Rows deleted.
 */
export async function deleteHistory(retained: Retained, options: DeletionOptions): Promise<number> {
  let deleted = 0;
  for (const aging of agingOf(retained)) {
    deleted += await deleteOld(aging, retained.chainId, options);
  }
  return deleted;
}

function agingOf({ schema, block, since }: Retained): readonly Aging[] {
  const series = [prices, tvl, apy].map((table): Aging => {
    const own = { schema: "weir_app", table: getTableName(table), at: "hour", from: since };
    return { ...own, of: [table.id.name] };
  });
  return [
    ...LOGS.map((log): Aging => {
      const of = keyOf(log).filter((name) => name !== "chain_id" && name !== "updated_block");
      return { schema, table: getTableName(log), at: "updated_block", from: block, of };
    }),
    { schema, table: getTableName(tables.poolHour), at: "hour", from: since, of: null },
    { schema, table: getTableName(tables.headBlock), at: "number", from: block, of: null },
    ...series,
    {
      ...{ schema: "weir_app", table: getTableName(recordedHours) },
      ...{ at: "hour", from: since, of: null },
    },
  ];
}

function keyOf(table: Table): readonly string[] {
  const [key] = getTableConfig(table as PgTable).primaryKeys;
  return key?.columns.map(({ name }) => name) ?? [];
}

async function deleteOld(
  { schema, table, at, from, of }: Aging,
  chainId: number,
  { sql, signal, pages = PAGES }: DeletionOptions,
): Promise<number> {
  const name = `"${schema}"."${table}"`;
  const [size] = await sql.unsafe<{ pages: number }[]>(
    `select (pg_relation_size('${name}') / current_setting('block_size')::int)::int as pages`,
  );
  const sameRow = (of ?? []).map((column) => `newer."${column}" = old."${column}"`);
  const hasNewer =
    of === null
      ? "true"
      : `exists (select from ${name} as newer where newer.chain_id = old.chain_id
          and ${sameRow.join(" and ")} and newer."${at}" > old."${at}" and newer."${at}" <= $2)`;
  let deleted = 0;
  for (let page = 0; page < (size?.pages ?? 0) && !signal.aborted; page += pages) {
    const startedAt = performance.now();
    const result = await sql.unsafe(
      `delete from ${name} as old
       where old.ctid >= '(${page},0)'::tid and old.ctid < '(${page + pages},0)'::tid
         and old.chain_id = $1 and old."${at}" < $2 and ${hasNewer}`,
      [chainId, from],
    );
    deleted += result.count;
    const rest = REST_FACTOR * (performance.now() - startedAt);
    // Rejected when the process ends.
    await sleep(rest, undefined, { signal }).catch(() => undefined);
  }
  return deleted;
}
