import * as schema from "ponder:schema";
import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";

const tables = new Map<string, unknown>(Object.entries(schema));

/** A table by the name under which the schema exports it. @throws Error when there is none. */
export function tableOf(name: string): PgTable {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`A seed has rows of ${name}, which is no table.`);
  return table as PgTable;
}

/** Names of the columns of a table's key, in its order: the chain's id first. */
export function keyOf(name: string): readonly string[] {
  const table = tableOf(name);
  const names = new Map(
    Object.entries(getTableColumns(table)).map(([property, column]) => [column.name, property]),
  );
  return getTableConfig(table).primaryKeys.flatMap(({ columns }) =>
    columns.flatMap((column) => names.get(column.name) ?? []),
  );
}
