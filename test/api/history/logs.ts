import { getTableName } from "drizzle-orm";
import type { Sql } from "postgres";
import * as tables from "../../../ponder.schema.ts";
import { twinsOf } from "../../../src/catalog/twins.ts";
import { SCHEMA } from "../../harness/indexed-cluster.ts";

/** Names of the tables' logs. */
export const LOGS = [...twinsOf(tables).values()].map(({ log }) => getTableName(log));

/** The newest block with a row in a log. */
export async function newestLogged(sql: Sql): Promise<number> {
  const ofEach = LOGS.map((name) => `select max(updated_block) as block from "${SCHEMA}".${name}`);
  const [found] = await sql.unsafe(
    `select max(block)::int as newest from (${ofEach.join(" union all ")}) as own`,
  );
  return Number(found?.newest);
}

/** Rows of all logs up to a block, and how many of them are followed by a later one up to it. */
export async function logged(sql: Sql, block: number) {
  let [rows, superseded] = [0, 0];
  for (const name of LOGS) {
    const keys = await sql<{ column: string }[]>`
      select a.attname as column from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = ${`"${SCHEMA}".${name}`}::regclass and i.indisprimary
        and a.attname <> 'updated_block'`;
    const key = keys.map(({ column }) => `"${column}"`).join(", ");
    const [found] = await sql.unsafe(
      `select count(*)::int as rows, count(next)::int as superseded from (
         select lead(updated_block) over (partition by ${key} order by updated_block) as next
         from "${SCHEMA}".${name} where updated_block <= $1) as own`,
      [block],
    );
    rows += Number(found?.rows);
    superseded += Number(found?.superseded);
  }
  return { rows, superseded };
}
