import { getTableName, is, type Table } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { weirApp } from "../records/namespace.ts";

/** Schema of the views, whatever deployment they show. */
export const VIEWS_SCHEMA = "defi";

/** Name of a table with its schema, quoted for SQL. */
export type TableName = (table: Table) => string;

/** A view for analysts. Amounts are exact integers in the smallest unit of their token, beside the token's decimals. */
export interface View {
  readonly name: string;
  /** What a row is, and what identifies it. */
  readonly comment: string;
  /** Names in the order of the query's columns, with meaning and unit. */
  readonly columns: Readonly<Record<string, string>>;
  query(of: TableName): string;
}

/** Names of tables: those of Weir's own records in their schema, all others in the one that the indexer fills. */
export function tablesIn(schema: string): TableName {
  return (table) => {
    const own = is(table, PgTable) && getTableConfig(table).schema === weirApp.schemaName;
    return `"${own ? weirApp.schemaName : schema}"."${getTableName(table)}"`;
  };
}

/** A string as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
