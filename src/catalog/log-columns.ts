import type { PgColumnsBuilders } from "ponder";

/**
 * Columns of the log of a table: those of the table that change, and the hour in which the block is, so that the newest row of each hour
 * is an hourly snapshot.
 *
 * @param columns Those of the table.
 * @param fixed Names of those that stay as they were when the row was made; who reads the log takes them from the table.
 */
export function logColumns<C extends object, F extends keyof C = never>(
  columns: (t: PgColumnsBuilders) => C,
  fixed: readonly F[] = [],
) {
  return (t: PgColumnsBuilders) => {
    const changing = { ...columns(t) };
    for (const name of fixed) delete changing[name];
    return {
      ...(changing as Omit<C, F>),
      /** Start of the hour of the block, seconds since the epoch. */
      hour: t.integer().notNull(),
    };
  };
}
