import { getTableColumns, getTableName, is, type Table } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { ChainIndexes } from "../indexes/chain-indexes.ts";
import { weirApp } from "../records/namespace.ts";

/** Schema of the views, whatever tables they show. */
export const VIEWS_SCHEMA = "defi";

/** What stands for a table in a `from` clause of SQL. */
export type TableName = (table: Table) => string;

/**
 * A view for analysts. Amounts are exact integers in the smallest unit of their token, beside the
 * token's decimals.
 */
export interface View {
  readonly name: string;
  /** What a row is, and what identifies it. */
  readonly comment: string;
  /** Names in the order of the query's columns, with meaning and unit. */
  readonly columns: Readonly<Record<string, string>>;
  query(of: TableName): string;
}

/**
 * Names of tables: those of Weir's own records in their schema, all others in those that the
 * chains are served from, of each the rows of its chains.
 */
export function tablesIn(indexes: ChainIndexes): TableName {
  const bySchema = Map.groupBy(indexes.keys(), (chainId) => indexes.get(chainId) ?? "");
  return (table) => {
    const name = `"${getTableName(table)}"`;
    if (is(table, PgTable) && getTableConfig(table).schema === weirApp.schemaName) {
      return `"${weirApp.schemaName}".${name}`;
    }
    // By name: tables that were made by different versions may have them in different orders.
    const columns = Object.values(getTableColumns(table)).map((column) => `"${column.name}"`);
    const parts = [...bySchema].map(
      ([schema, chainIds]) =>
        `select ${columns.join(", ")} from "${schema}".${name} where chain_id in (${chainIds.join(", ")})`,
    );
    return `(${parts.join(" union all ")})`;
  };
}

/** A string as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
