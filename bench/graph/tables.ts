import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { dataFee } from "../../src/catalog/data-fee/schema.ts";
import { priceFeed } from "../../src/catalog/price-feeds/schema.ts";
import { headBlock, pool, poolToken, token } from "../../src/catalog/schema.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";

/** Makes the tables that a graph is read from, with their indexes, in the connection's schema. */
export async function createTables(sql: Sql): Promise<void> {
  const tables = new Set<PgTable>([...[headBlock, token, pool, poolToken, priceFeed, dataFee]]);
  for (const { states } of PROTOCOLS) {
    if (states.kind === "fixed") continue;
    tables.add(states.table);
    if (states.beside !== undefined) tables.add(states.beside.table);
  }
  for (const table of tables)
    for (const statement of statementsOf(table)) await sql.unsafe(statement);
}

function statementsOf(table: PgTable): readonly string[] {
  const { name, columns, primaryKeys, indexes } = getTableConfig(table);
  const lines = columns.map((column) => {
    const primary = column.primary ? " primary key" : "";
    return `"${column.name}" ${column.getSQLType()}${column.notNull ? " not null" : ""}${primary}`;
  });
  const listed = (all: readonly object[]) =>
    all.map((column) => ("name" in column ? `"${column.name}"` : "")).join(", ");
  for (const key of primaryKeys) lines.push(`primary key (${listed(key.columns)})`);
  return [
    `create table "${name}" (${lines.join(", ")})`,
    ...indexes.map(({ config }) => `create index on "${name}" (${listed(config.columns)})`),
  ];
}
