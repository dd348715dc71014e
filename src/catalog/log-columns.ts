import type { PgColumnsBuilders } from "ponder";

/**
 * Columns of the log of a table: those of the table, and the hour in which the block is, so that the newest row of each hour is an hourly
 * snapshot.
 *
 * @param columns Those of the table.
 */
export function logColumns<C>(columns: (t: PgColumnsBuilders) => C) {
  return (t: PgColumnsBuilders) => ({
    ...columns(t),
    /** Start of the hour of the block, seconds since the epoch. */
    hour: t.integer().notNull(),
  });
}
