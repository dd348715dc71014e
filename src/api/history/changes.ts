import { and, eq, gte, lt, max, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ReadDatabase } from "../../catalog/database.ts";
import type { Row, States, StoredStates } from "../../protocols/states.ts";
import { keyOf, logOf } from "../chain/past/tables.ts";
import { columnOf } from "../graph/load-states.ts";
import type { HistoryRange } from "./history.ts";

/**
 * The last change of a state in every hour of a range that changed it: start of the hour to number
 * of the block, ascending.
 *
 * @param states Those of the state's family, `id` its id.
 */
export async function hourlyChanges(
  db: ReadDatabase,
  { states, id }: { readonly states: States; readonly id: string },
  { chainId, from, to }: HistoryRange,
): Promise<ReadonlyMap<number, number>> {
  const changes = new Map<number, number>();
  if (states.kind === "fixed") return changes;
  const { table } = states;
  const isOwn = and(eq(columnOf(table, "chainId"), chainId), eq(columnOf(table, states.id), id));
  const [row] = await db.select().from(table).where(isOwn).limit(1);
  if (row === undefined) return changes;
  for (const { log, isOfState } of logsOf(states, row)) {
    const [logged, hour] = [columnOf(log, "updatedBlock"), columnOf(log, "hour")];
    const isInRange = and(eq(columnOf(log, "chainId"), chainId), gte(hour, from), lt(hour, to));
    const rows = await db
      .select({ hour, block: max(logged) })
      .from(log)
      .where(and(isInRange, isOfState))
      .groupBy(hour);
    for (const one of rows) {
      const known = changes.get(Number(one.hour)) ?? 0;
      changes.set(Number(one.hour), Math.max(known, Number(one.block)));
    }
  }
  return new Map([...changes].sort(([left], [right]) => left - right));
}

/** The logs of what a state is made of, with the condition on their rows that they are of it. */
function logsOf({ table, beside }: StoredStates, row: Row) {
  const logs: { readonly log: PgTable; readonly isOfState: SQL | undefined }[] = [];
  const own = logOf(table);
  if (own !== undefined) {
    const isOfState = keyOf(table).map((name) => eq(columnOf(own, name), row[name]));
    logs.push({ log: own, isOfState: and(...isOfState) });
  }
  const shared = beside?.rows === "shared" ? logOf(beside.table) : undefined;
  if (shared !== undefined) {
    const isOfState = (beside?.on ?? []).map(([name, column]) =>
      eq(columnOf(shared, name), row[column]),
    );
    logs.push({ log: shared, isOfState: and(...isOfState) });
  }
  return logs;
}
