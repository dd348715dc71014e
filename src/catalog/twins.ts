import { getTableColumns, isTable, type Table } from "drizzle-orm";

/** The table that keeps the past of a table. */
export interface Twin {
  /** Names of the table's columns in rows. */
  readonly columns: readonly string[];
  /** The row at the end of every block that changed it; the table's key and `updatedBlock`. */
  readonly log: Table;
}

const LOG = "Log";

/**
 * The twin of every table that has one, by their names in the schema: `pairLog` is that of `pair`.
 *
 * @throws Error when a log has no table.
 */
export function twinsOf(schema: Readonly<Record<string, unknown>>): ReadonlyMap<Table, Twin> {
  const twins = new Map<Table, Twin>();
  for (const [name, log] of Object.entries(schema)) {
    if (!name.endsWith(LOG) || !isTable(log)) continue;
    const base = name.slice(0, -LOG.length);
    const table = schema[base];
    if (!isTable(table)) throw new Error(`${name} is the log of no table; export ${base} too.`);
    twins.set(table, { columns: Object.keys(getTableColumns(table)), log });
  }
  return twins;
}
