import { and, asc, desc, eq, gt, gte, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { SECONDS_PER_HOUR } from "../../catalog/hours.ts";
import type { Records, RecordsDatabase } from "../records/open.ts";
import { apy, prices, recordedHours, type Series, tvl } from "../records/schema.ts";
import type { HourValues, Values } from "./values.ts";

/** An hour that was recorded, and the block that it was recorded from. */
export type RecordedHour = typeof recordedHours.$inferSelect;

/** Key of the advisory lock under which one process writes a chain's hours ("wapr" in ASCII). */
const WRITER_LOCK = 0x77617072;
/**
 * Values of one statement, some 5 ms: each has a few parameters, of which PostgreSQL takes 65,535.
 */
const VALUES_PER_STATEMENT = 250;

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
 * The newest recorded hour of a chain before which an hour is missing; null while none is recorded.
 *
 * @param above Start of the hour that must be later.
 */
export async function readGap(
  { db }: Pick<Records, "db">,
  { chainId, above }: { readonly chainId: number; readonly above: number },
): Promise<number | null> {
  const before = alias(recordedHours, "before");
  const hourBefore = db
    .select()
    .from(before)
    .where(
      and(
        eq(before.chainId, chainId),
        eq(before.hour, sql`${recordedHours.hour} - ${SECONDS_PER_HOUR}`),
      ),
    );
  const [found] = await db
    .select({ hour: recordedHours.hour })
    .from(recordedHours)
    .where(
      and(eq(recordedHours.chainId, chainId), gt(recordedHours.hour, above), notExists(hourBefore)),
    )
    .orderBy(desc(recordedHours.hour))
    .limit(1);
  return found?.hour ?? null;
}

/**
 * Writes what an hour of a chain began with, unless it is written or another process is writing.
 * Whether it did.
 *
 * In one transaction: the row of the hour says that all is there.
 *
 * @param next The hour that is recorded after it; null: it is the newest. Nothing is written when
 *   that is not so any more.
 */
export function writeHour(
  records: Records,
  {
    hour,
    next,
    values,
  }: {
    readonly hour: RecordedHour;
    readonly next: number | null;
    readonly values: HourValues;
  },
): Promise<boolean> {
  const write = async (db: RecordsDatabase): Promise<boolean> => {
    if (!(await becomeWriter(db, hour.chainId))) return false;
    const [following] = await db
      .select({ hour: recordedHours.hour })
      .from(recordedHours)
      .where(and(eq(recordedHours.chainId, hour.chainId), gte(recordedHours.hour, hour.hour)))
      .orderBy(asc(recordedHours.hour))
      .limit(1);
    if ((following?.hour ?? null) !== next) return false;
    // Of a writer that ended before it was done, maybe with another block; that of a past hour is
    // always the same.
    if (next === null) await deleteValues(db, hour);
    await insertValues(db, { table: prices, hour, next, values: values.prices });
    await insertValues(db, { table: tvl, hour, next, values: values.tvl });
    await insertValues(db, { table: apy, hour, next, values: values.apy });
    await db.insert(recordedHours).values(hour);
    return true;
  };
  return records.transaction(write);
}

/**
 * Deletes an hour that was recorded from a block which is no longer in the chain, and all after it.
 * Whether it was still there.
 */
export function deleteHours(records: Records, orphan: RecordedHour): Promise<boolean> {
  return records.transaction(async (db) => {
    if (!(await becomeWriter(db, orphan.chainId))) return false;
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
async function becomeWriter(db: RecordsDatabase, chainId: number): Promise<boolean> {
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

/**
 * Inserts the values that are others than those recorded before. The next hour then keeps what it
 * had from before, and drops what it has in common with this one. Values that are there already are
 * left alone, and with them what was done about the next hour.
 *
 * Every row is looked up by its whole key: a new table has no statistics, without which joins
 * become nested loops.
 */
async function insertValues(
  db: RecordsDatabase,
  {
    table,
    hour: { chainId, hour },
    next,
    values,
  }: {
    readonly table: Series;
    readonly hour: RecordedHour;
    readonly next: number | null;
    readonly values: Values;
  },
): Promise<void> {
  const rows = [...values].map(([id, value]) => ({ id, value }));
  const [id, value] = [sql.identifier(table.id.name), sql.identifier(table.value.name)];
  const chain = sql`${chainId}::integer`;
  const [own, following] = [sql`${hour}::bigint`, sql`${next}::bigint`];
  for (let from = 0; from < rows.length; from += VALUES_PER_STATEMENT) {
    const given = JSON.stringify(rows.slice(from, from + VALUES_PER_STATEMENT));
    await db.execute(sql`
      with news as (
        select given.id, given.value,
          last.value as old, later.hour as later_hour, later.value as later_value, later.row as later_row
        from json_to_recordset(${given}::json) as given(id text, value double precision)
        left join lateral (
          select before.hour, before.${value} as value from ${table} as before
          where before.chain_id = ${chain} and before.${id} = given.id and before.hour <= ${own}
          order by before.hour desc limit 1
        ) as last on true
        left join lateral (
          select after.hour, after.${value} as value, after.ctid as row from ${table} as after
          where after.chain_id = ${chain} and after.${id} = given.id and after.hour = ${following}
          limit 1
        ) as later on true
        where given.value is distinct from last.value and last.hour is distinct from ${own}
      ), kept as (
        insert into ${table} (chain_id, hour, ${id}, ${value})
        select ${chain}, ${following}, news.id, news.old from news
        where ${following} is not null and news.later_hour is null
      ), dropped as (
        delete from ${table} as there using news
        where there.ctid = news.later_row and news.later_value is not distinct from news.value
      )
      insert into ${table} (chain_id, hour, ${id}, ${value})
      select ${chain}, ${own}, news.id, news.value from news`);
  }
}
