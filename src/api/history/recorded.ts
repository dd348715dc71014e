import { and, asc, desc, eq, gt, lte } from "drizzle-orm";
import type { Records } from "../records/open.ts";
import { apy, prices, recordedHours, type Series, tvl } from "../records/schema.ts";
import { type HistoryRange, INTERVAL_SECONDS, type RecordedHistory } from "./history.ts";

/**
 * The history that a recorder wrote. What was recorded at the start of an hour is the end of the
 * interval before.
 */
export function createRecordedHistory({ db }: Pick<Records, "db">): RecordedHistory {
  return {
    async tokens(address, range) {
      const read = { id: address, range };
      const [priceUsd, tvlUsd, yields] = [
        await readSeries(prices, read),
        await readSeries(tvl, read),
        await readSeries(apy, read),
      ];
      const news = await newsOf(range, [priceUsd, tvlUsd, yields]);
      return news.map((timestamp) => ({
        timestamp,
        priceUsd: priceUsd.at(timestamp),
        tvlUsd: tvlUsd.at(timestamp),
        apy: yields.at(timestamp),
      }));
    },
    async positions(key, range) {
      const read = { id: key, range };
      const [tvlUsd, yields] = [await readSeries(tvl, read), await readSeries(apy, read)];
      const news = await newsOf(range, [tvlUsd, yields]);
      return news.map((timestamp) => ({
        timestamp,
        tvlUsd: tvlUsd.at(timestamp),
        apy: yields.at(timestamp),
      }));
    },
  };

  async function readSeries(
    table: Series,
    { id, range }: { readonly id: string; readonly range: HistoryRange },
  ): Promise<Intervals> {
    const isOf = and(eq(table.chainId, range.chainId), eq(table.id, id));
    const [before] = await db
      .select()
      .from(table)
      .where(and(isOf, lte(table.hour, range.from)))
      .orderBy(desc(table.hour))
      .limit(1);
    const rows = await db
      .select()
      .from(table)
      .where(and(isOf, gt(table.hour, range.from), lte(table.hour, range.to)))
      .orderBy(asc(table.hour));
    return intervalsOf(rows, { before: before?.value ?? null, range });
  }

  /**
   * Starts of the intervals in which a series changed, and of the first one if anything was known
   * when it began.
   */
  async function newsOf(range: HistoryRange, series: readonly Intervals[]) {
    const starts = new Set(series.flatMap(({ changes }) => changes));
    if (series.some(({ before }) => before !== null) && (await isRecorded(range))) {
      starts.add(range.from);
    }
    return [...starts].sort((left, right) => left - right);
  }

  async function isRecorded({ chainId, from, interval }: HistoryRange): Promise<boolean> {
    const { hour } = recordedHours;
    const isFirst = and(gt(hour, from), lte(hour, from + INTERVAL_SECONDS[interval]));
    const found = await db
      .select({ hour })
      .from(recordedHours)
      .where(and(eq(recordedHours.chainId, chainId), isFirst))
      .limit(1);
    return found.length > 0;
  }
}

/** A series by interval. */
interface Intervals {
  /** When the first interval began; null: unknown. */
  readonly before: number | null;
  /** Starts of the intervals with changes, ascending. */
  readonly changes: readonly number[];
  /** The value at the end of the interval with this start. */
  at(start: number): number | null;
}

function intervalsOf(
  rows: readonly { readonly hour: number; readonly value: number | null }[],
  { before, range }: { readonly before: number | null; readonly range: HistoryRange },
): Intervals {
  const length = INTERVAL_SECONDS[range.interval];
  const ends = new Map<number, number | null>();
  for (const { hour, value } of rows) ends.set(hour - 1 - ((hour - 1) % length), value);
  const changes = [...ends.keys()];
  return {
    before,
    changes,
    at(start) {
      const last = changes.findLast((change) => change <= start);
      return last === undefined ? before : (ends.get(last) ?? null);
    },
  };
}
