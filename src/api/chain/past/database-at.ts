import {
  and,
  Column,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  is,
  lte,
  mapColumnsInSQLToAlias,
  SQL,
  Subquery,
  sql,
} from "drizzle-orm";
import {
  alias,
  getTableConfig,
  type PgColumn,
  type PgTable,
  type SelectedFields,
} from "drizzle-orm/pg-core";
import type { ReadDatabase } from "../../../catalog/database.ts";

/** What is known of the past of one table. */
export type TablePast =
  /**
   * The table's twin with a row for every block that changed a row of it, as it was at the block's
   * end, less columns whose past nobody reads.
   */
  | { readonly kind: "logged"; readonly log: PgTable }
  /** Rows are written once, in the block that this column names. */
  | { readonly kind: "written-once"; readonly block: PgColumn }
  /** What is in it is true of every block. */
  | { readonly kind: "timeless" };

/** A chain at the end of a block, and the past of every table that may be read of it. */
export interface PastBlock {
  readonly chainId: number;
  readonly block: number;
  readonly pastOf: (table: PgTable) => TablePast | undefined;
}

/**
 * The tables of one chain as they were at the end of a block, for readers that select from one
 * table at a time.
 *
 * A row that did not change since is taken from its table, any other from the table's log: the
 * newest row up to the block, by primary key; without one the row did not exist yet. Reads only, so
 * that it works on a replica; reads of one transaction agree. What does not select from a table but
 * from SQL sees the present.
 *
 * @throws Error for a table whose past is not known.
 */
export function databaseAt(db: ReadDatabase, past: PastBlock): ReadDatabase {
  return new Proxy(db, {
    get(target, property) {
      if (property !== "select") return Reflect.get(target, property, target);
      return (fields?: SelectedFields) => ({
        from: (table: PgTable | SQL) => {
          if (is(table, SQL)) return target.select(fields ?? {}).from(table);
          const [name, columns] = [getTableName(table), getTableColumns(table)];
          const rows = new Subquery(rowsAt(table, past), columns, name);
          return named(target.select(fields ?? columns).from(rows), name);
        },
      });
    },
  });
}

/**
 * A query whose conditions and order name columns of a table that may have a schema, where the
 * query calls its rows by the table's bare name.
 */
function named<Q extends object>(query: Q, name: string): Q {
  const renamed = (value: unknown): unknown => {
    if (is(value, SQL)) return mapColumnsInSQLToAlias(value, name);
    return is(value, Column) ? mapColumnsInSQLToAlias(sql`${value}`, name) : value;
  };
  return new Proxy(query, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== "function") return member;
      return (...given: readonly unknown[]) => {
        const result: unknown = Reflect.apply(member, target, given.map(renamed));
        return result === target ? named(target, name) : result;
      };
    },
  });
}

/** Selects the rows of a table at the end of a block. */
function rowsAt(table: PgTable, past: PastBlock): SQL {
  const known = past.pastOf(table);
  if (known === undefined) {
    throw new Error(`The past of ${getTableName(table)} is not known; list it with its log.`);
  }
  const columns = Object.values(getTableColumns(table));
  const ofChain = eq(columnOf(table, "chain_id"), past.chainId);
  switch (known.kind) {
    case "timeless":
      return sql`select * from ${table} where ${ofChain}`;
    case "written-once":
      return sql`select * from ${table} where ${and(ofChain, lte(known.block, past.block))}`;
    case "logged": {
      const updated = columnOf(table, "updated_block");
      const [log, then] = [alias(known.log, "log"), alias(known.log, "then")];
      const logged = columnOf(log, "updated_block");
      const key = keyOf(table);
      const sameRow = key.map((column) => sql`${columnOf(log, column.name)} = ${column}`);
      const newest = sql`select * from ${known.log} as "log" where ${and(...sameRow, lte(logged, past.block))} order by ${desc(logged)} limit 1`;
      // The key is that of the row of now, so that a condition on it is looked up before any log
      // is.
      const isLogged = new Set(
        Object.values<PgColumn>(getTableColumns(log)).map(({ name }) => name),
      );
      for (const { name } of key) isLogged.delete(name);
      const rest = columns.map(({ name }) => columnOf(isLogged.has(name) ? then : table, name));
      return sql`select ${list(columns)} from ${table} where ${and(ofChain, lte(updated, past.block))} union all select ${list(rest)} from ${table} cross join lateral (${newest}) as "then" where ${and(ofChain, gt(updated, past.block))}`;
    }
  }
}

function list(columns: readonly PgColumn[]): SQL {
  return sql.join(
    columns.map((column) => sql`${column}`),
    sql`, `,
  );
}

function columnOf(table: PgTable, name: string): PgColumn {
  const found = Object.values<PgColumn>(getTableColumns(table)).find(
    (column) => column.name === name,
  );
  if (found === undefined) throw new Error(`${getTableName(table)} has no column ${name}.`);
  return found;
}

/** Columns of the primary key. */
function keyOf(table: PgTable): readonly PgColumn[] {
  const [key] = getTableConfig(table).primaryKeys;
  if (key === undefined) throw new Error(`${getTableName(table)} has no primary key.`);
  return key.columns;
}
