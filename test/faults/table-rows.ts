import { getTableName, isTable } from "drizzle-orm";
import * as schema from "../../ponder.schema.ts";

/** Runs a statement; its rows. */
export type Query = (statement: string) => Promise<readonly object[]>;

/** Every row of every table, all columns, as JSON; by the name of the table. */
export type TableRows = ReadonlyMap<string, readonly string[]>;

/** All tables of the index. */
const TABLES = Object.values(schema).flatMap((each) => (isTable(each) ? [getTableName(each)] : []));

const MOST_LINES = 20;

/** Reads all tables of an index that stands still. */
export async function readRows(query: Query, schemaName: string): Promise<TableRows> {
  const tables = new Map<string, readonly string[]>();
  for (const table of TABLES) {
    const rows = await query(`SELECT to_jsonb(t)::text AS row FROM "${schemaName}"."${table}" t`);
    tables.set(table, rows.map((row) => String(Object.values(row)[0])).sort());
  }
  return tables;
}

/** Rows that only one of two indexes has, one line each, the first few. */
export function rowDifferences(own: TableRows, clean: TableRows): readonly string[] {
  const lines: string[] = [];
  for (const table of TABLES) {
    const [left, right] = [own.get(table) ?? [], clean.get(table) ?? []];
    const [ours, theirs] = [new Set(left), new Set(right)];
    lines.push(...left.filter((row) => !theirs.has(row)).map((row) => `${table} too many: ${row}`));
    lines.push(...right.filter((row) => !ours.has(row)).map((row) => `${table} missing: ${row}`));
  }
  return lines.length > MOST_LINES
    ? [...lines.slice(0, MOST_LINES), `and ${lines.length - MOST_LINES} more`]
    : lines;
}
