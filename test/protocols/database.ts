import { PGlite } from "@electric-sql/pglite";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";

/** An embedded Postgres with the tables, empty and without indexes; `close` ends it. */
export async function createDatabase(tables: readonly PgTable[]) {
  const client = new PGlite();
  for (const table of tables) await client.exec(createStatement(table));
  return { db: drizzle(client), close: () => client.close() };
}

function createStatement(table: PgTable): string {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const lines = columns.map(
    (column) => `"${column.name}" ${column.getSQLType()}${column.notNull ? " not null" : ""}`,
  );
  for (const key of primaryKeys) {
    lines.push(`primary key (${key.columns.map((column) => `"${column.name}"`).join(", ")})`);
  }
  return `create table "${name}" (${lines.join(", ")})`;
}
