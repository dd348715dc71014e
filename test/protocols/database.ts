import { PGlite } from "@electric-sql/pglite";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";

/** Starting one takes longer than most tests; files of a process run one after the other. */
let embedded: PGlite | null = null;
let count = 0;

/**
 * A database with the tables, empty and without indexes: a schema of the process's embedded
 * Postgres, in place of the one that was made before it. `close` drops it.
 */
export async function createDatabase(tables: readonly PgTable[]) {
  embedded ??= new PGlite();
  const client = embedded;
  count += 1;
  const schema = `database_${count}`;
  await client.exec(`create schema ${schema}; set search_path to ${schema}`);
  for (const table of tables) await client.exec(createStatement(table));
  return { db: drizzle(client), close: () => client.exec(`drop schema ${schema} cascade`) };
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
