import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as schema from "../../../ponder.schema.ts";

/** Statements that make a schema with every table of the index, empty. */
export function tableStatements(name: string): readonly string[] {
  const tables = new Set(Object.values(schema).filter((value) => is(value, PgTable)));
  return [
    `create schema "${name}"`,
    ...[...tables].map((table) => {
      const { name: own, columns, primaryKeys } = getTableConfig(table);
      const lines = columns.map(
        (column) => `"${column.name}" ${column.getSQLType()}${column.notNull ? " not null" : ""}`,
      );
      for (const key of primaryKeys) {
        lines.push(`primary key (${key.columns.map((column) => `"${column.name}"`).join(", ")})`);
      }
      return `create table "${name}"."${own}" (${lines.join(", ")})`;
    }),
  ];
}
