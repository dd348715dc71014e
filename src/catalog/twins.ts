import { getTableColumns, isTable, type Table } from "drizzle-orm";

/** The table that keeps the past of a table. */
export interface Twin {
  /** Names in rows of the table's columns that the log has. */
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
    const logged = getTableColumns(log);
    const columns = Object.keys(getTableColumns(table)).filter((column) => column in logged);
    twins.set(table, { columns, log });
  }
  return twins;
}
