import type { PgColumnsBuilders } from "ponder";

/**
 * Columns of the log of a table: those of the table that the past is read from, and the hour in
 * which the block is, so that the newest row of each hour is an hourly snapshot.
 *
 * @param columns Those of the table.
 * @param left Names of those without a past, which whoever reads the log takes from the table: they
 *   stay as they were when the row was made, or only the next event asks for them.
 */
export function logColumns<C extends object, F extends keyof C = never>(
  columns: (t: PgColumnsBuilders) => C,
  left: readonly F[] = [],
) {
  return (t: PgColumnsBuilders) => {
    const logged = { ...columns(t) };
    for (const name of left) delete logged[name];
    return {
      ...(logged as Omit<C, F>),
      /** Start of the hour of the block, seconds since the epoch. */
      hour: t.integer().notNull(),
    };
  };
}
