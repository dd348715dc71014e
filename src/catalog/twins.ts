import { isTable, type Table } from "drizzle-orm";

/** The tables that keep the past of a table. */
export interface Twins {
  /** The row at the end of every block that changed it; the table's key and `updatedBlock`. */
  readonly log: Table;
  /** The row at the end of every hour that changed it; the table's key and `hour`. Null where none is kept. */
  readonly hour: Table | null;
}

const LOG = "Log";
const HOUR = "Hour";

/**
 * The twins of every table that has some, by their names in the schema: `pairLog` and `pairHour` are those of `pair`.
 *
 * @throws Error when a log has no table.
 */
export function twinsOf(schema: Readonly<Record<string, unknown>>): ReadonlyMap<Table, Twins> {
  const twins = new Map<Table, Twins>();
  for (const [name, log] of Object.entries(schema)) {
    if (!name.endsWith(LOG) || !isTable(log)) continue;
    const base = name.slice(0, -LOG.length);
    const table = schema[base];
    if (!isTable(table)) throw new Error(`${name} is the log of no table; export ${base} too.`);
    const hour = schema[base + HOUR];
    twins.set(table, { log, hour: isTable(hour) ? hour : null });
  }
  return twins;
}
