import { getTableColumns, is, type Table } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import * as schema from "../../../../ponder.schema.ts";
import { twinsOf } from "../../../catalog/twins.ts";
import { PROTOCOLS } from "../../../protocols/index.ts";
import { columnOf } from "../../graph/load-states.ts";
import type { TablePast } from "./database-at.ts";

const TWINS = twinsOf(schema);

/** Tables whose rows are written once, with the block they are written in. */
const WRITTEN_ONCE: ReadonlyMap<Table, PgColumn> = new Map<Table, PgColumn>([
  [schema.token, schema.token.updatedBlock],
  [schema.pool, schema.pool.createdBlock],
  ...PROTOCOLS.flatMap(({ states }): [Table, PgColumn][] => {
    const beside = states.kind === "stored" ? states.beside : undefined;
    if (beside?.rows !== "written-once") return [];
    return [[beside.table, columnOf(beside.table, "updatedBlock")]];
  }),
]);

/** The log of a table; undefined where it has none. */
export function logOf(table: Table): PgTable | undefined {
  const log = TWINS.get(table)?.log;
  return is(log, PgTable) ? log : undefined;
}

/** What the indexer keeps of the past of a table; undefined: nothing. */
export function pastOf(table: Table): TablePast | undefined {
  const log = logOf(table);
  if (log !== undefined) return { kind: "logged", log };
  const block = WRITTEN_ONCE.get(table);
  return block && { kind: "written-once", block };
}

/** Names in rows of the columns of a table's primary key, without the chain. */
export function keyOf(table: PgTable): readonly string[] {
  const key = new Set(getTableConfig(table).primaryKeys[0]?.columns.map(({ name }) => name));
  return Object.entries(getTableColumns(table)).flatMap(([property, { name }]) =>
    key.has(name) && property !== "chainId" ? [property] : [],
  );
}
