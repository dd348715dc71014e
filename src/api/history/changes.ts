import { and, eq, getTableColumns, gte, is, lt, max, or } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import * as schema from "../../../ponder.schema.ts";
import type { ReadDatabase } from "../../catalog/database.ts";
import { twinsOf } from "../../catalog/twins.ts";
import { CHANGING_TABLES } from "../graph/changed-families.ts";
import type { HistoryRange } from "./history.ts";

const TWINS = twinsOf(schema);

/**
 * The last change of a state in every hour of a range that changed it: start of the hour to number of the block, ascending.
 *
 * @param family Of the state, `id` its id.
 */
export async function hourlyChanges(
  db: ReadDatabase,
  { family, id }: { readonly family: string; readonly id: string },
  { chainId, from, to }: HistoryRange,
): Promise<ReadonlyMap<number, number>> {
  const changes = new Map<number, number>();
  for (const { table } of CHANGING_TABLES.get(family) ?? []) {
    const log = TWINS.get(table)?.log;
    if (!is(log, PgTable)) continue;
    const key = await keyOf(db, table, { chainId, id });
    if (key === null) continue;
    const hour = column(log, "hour");
    const rows = await db
      .select({ hour, block: max(column(log, "updated_block")) })
      .from(log)
      .where(
        and(
          ...[eq(column(log, "chain_id"), chainId), gte(hour, from), lt(hour, to)],
          ...Object.entries(key).map(([name, value]) => eq(column(log, name), value)),
        ),
      )
      .groupBy(hour);
    for (const row of rows) {
      const known = changes.get(Number(row.hour)) ?? 0;
      changes.set(Number(row.hour), Math.max(known, Number(row.block)));
    }
  }
  return new Map([...changes].sort(([left], [right]) => left - right));
}

/** The primary key, without the chain, of the row whose key is a state's id, or else of the one that has the id in another column. */
async function keyOf(
  db: ReadDatabase,
  table: PgTable,
  { chainId, id }: { readonly chainId: number; readonly id: string },
): Promise<Readonly<Record<string, unknown>> | null> {
  const [primary] = getTableConfig(table).primaryKeys;
  const key = (primary?.columns ?? []).filter(({ name }) => name !== "chain_id");
  const texts = Object.values<PgColumn>(getTableColumns(table)).filter(
    (one) => one.getSQLType() === "text" && one.name !== "slug",
  );
  for (const columns of key.length === 1 ? [key, texts] : [texts]) {
    const [found] = await db
      .select(Object.fromEntries(key.map((one) => [one.name, one])))
      .from(table)
      .where(and(eq(column(table, "chain_id"), chainId), or(...columns.map((one) => eq(one, id)))))
      .limit(1);
    if (found !== undefined) return found;
  }
  return null;
}

function column(table: PgTable, name: string): PgColumn {
  const found = Object.values<PgColumn>(getTableColumns(table)).find((one) => one.name === name);
  if (found === undefined) throw new Error(`${getTableConfig(table).name} has no column ${name}.`);
  return found;
}
