import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Records, RecordsDatabase } from "../records/open.ts";
import { apy, prices, recordedHours, type Series, tvl } from "../records/schema.ts";
import type { HourValues, Values } from "./values.ts";

/** An hour that was recorded, and the block that it was recorded from. */
export type RecordedHour = typeof recordedHours.$inferSelect;

/** Key of the advisory lock under which one process writes a chain's hours ("wapr" in ASCII). */
const WRITER_LOCK = 0x77617072;
/** Values of one statement. The embedded database runs nothing else meanwhile, the indexer's statements included. */
const VALUES_PER_STATEMENT = 1_000;

/** The hours recorded of a chain last, newest first. */
export function readRecordedHours(
  { db }: Pick<Records, "db">,
  { chainId, limit }: { readonly chainId: number; readonly limit: number },
): Promise<readonly RecordedHour[]> {
  return db
    .select()
    .from(recordedHours)
    .where(eq(recordedHours.chainId, chainId))
    .orderBy(desc(recordedHours.hour))
    .limit(limit);
}

/**
 * Writes what a chain's newest hour began with, unless it is written or another process is writing. Whether it did.
 *
 * In one transaction where the database is shared. The embedded one would keep the indexer waiting for that long, and has no other
 * writer: there each statement is its own, and the row of the hour, written last, says that all is there.
 */
export function writeHour(
  records: Records,
  hour: RecordedHour,
  values: HourValues,
): Promise<boolean> {
  const write = async (db: RecordsDatabase): Promise<boolean> => {
    if (!(await becomeWriter(records, db, hour.chainId))) return false;
    const isWritten = and(
      eq(recordedHours.chainId, hour.chainId),
      gte(recordedHours.hour, hour.hour),
    );
    const written = await db.select().from(recordedHours).where(isWritten).limit(1);
    if (written.length > 0) return false;
    // Of a writer that ended before it was done.
    await deleteValues(db, hour);
    await insertValues(db, { table: prices, hour, values: values.prices });
    await insertValues(db, { table: tvl, hour, values: values.tvl });
    await insertValues(db, { table: apy, hour, values: values.apy });
    await db.insert(recordedHours).values(hour);
    return true;
  };
  return records.isShared ? records.transaction(write) : write(records.db);
}

/** Deletes an hour that was recorded from a block which is no longer in the chain, and all after it. Whether it was still there. */
export function deleteHours(records: Records, orphan: RecordedHour): Promise<boolean> {
  return records.transaction(async (db) => {
    if (!(await becomeWriter(records, db, orphan.chainId))) return false;
    const { chainId, hour, blockHash } = recordedHours;
    const isOrphan = and(eq(hour, orphan.hour), eq(blockHash, orphan.blockHash));
    const isOfChain = eq(chainId, orphan.chainId);
    const found = await db.select().from(recordedHours).where(and(isOfChain, isOrphan));
    if (found.length === 0) return false;
    await deleteValues(db, orphan);
    await db.delete(recordedHours).where(and(isOfChain, gte(hour, orphan.hour)));
    return true;
  });
}

/** Whether no other process writes hours of the chain until the transaction ends. */
async function becomeWriter(
  { isShared }: Records,
  db: RecordsDatabase,
  chainId: number,
): Promise<boolean> {
  if (!isShared) return true;
  const taken = sql<boolean>`pg_try_advisory_xact_lock(${WRITER_LOCK}, ${chainId})`.as("taken");
  const [lock] = await db.select({ taken }).from(sql`generate_series(1, 1)`);
  return lock?.taken === true;
}

async function deleteValues(
  db: RecordsDatabase,
  { chainId, hour }: Pick<RecordedHour, "chainId" | "hour">,
): Promise<void> {
  for (const table of [prices, tvl, apy]) {
    await db.delete(table).where(and(eq(table.chainId, chainId), gte(table.hour, hour)));
  }
}

/** Inserts the values that are others than the last ones recorded. */
async function insertValues(
  db: RecordsDatabase,
  {
    table,
    hour: { chainId, hour },
    values,
  }: { readonly table: Series; readonly hour: RecordedHour; readonly values: Values },
): Promise<void> {
  const rows = [...values].map(([id, value]) => ({ id, value }));
  const [id, value] = [sql.identifier(table.id.name), sql.identifier(table.value.name)];
  for (let from = 0; from < rows.length; from += VALUES_PER_STATEMENT) {
    const given = JSON.stringify(rows.slice(from, from + VALUES_PER_STATEMENT));
    await db.execute(sql`
      insert into ${table} (chain_id, hour, ${id}, ${value})
      select ${chainId}::integer, ${hour}::bigint, given.id, given.value
      from json_to_recordset(${given}::json) as given(id text, value double precision)
      left join lateral (
        select before.${value} as value from ${table} as before
        where before.chain_id = ${chainId}::integer and before.${id} = given.id
        order by before.hour desc limit 1
      ) as last on true
      where given.value is distinct from last.value`);
  }
}
