import { and, eq, sql } from "drizzle-orm";
import { notify, type Records } from "./open.ts";
import { retainedHistory } from "./schema.ts";

/** What is left of a chain's past. */
export type Retained = typeof retainedHistory.$inferSelect;

/** What all processes know of what is left of the past. */
export interface RetainedHistories {
  /** Undefined: nothing was deleted. */
  of(index: Pick<Retained, "schema" | "chainId">): Retained | undefined;
  /** Reads it now, whether or not another process said that it has changed. */
  refresh(): Promise<void>;
  /** Says that older things go, to all processes. */
  announce(retained: Omit<Retained, "isDeleted">): Promise<void>;
  /** Says that they are gone. */
  finish(retained: Pick<Retained, "schema" | "chainId" | "block">): Promise<void>;
  close(): Promise<void>;
}

const CHANNEL = "weir_retained_history";

/** Reads what is left, and again whenever a process changes it. */
export async function openRetainedHistories(
  records: Pick<Records, "db" | "listen">,
  onError: (error: unknown) => void,
): Promise<RetainedHistories> {
  const { db } = records;
  let known = new Map<string, Retained>();
  const keyOf = ({ schema, chainId }: Pick<Retained, "schema" | "chainId">) =>
    `${schema} ${chainId}`;
  const read = async (): Promise<void> => {
    const rows = await db.select().from(retainedHistory);
    known = new Map(rows.map((row) => [keyOf(row), row]));
  };
  const tell = async (): Promise<void> => {
    await read();
    await notify(db, CHANNEL);
  };
  await read();
  const unlisten = await records.listen(CHANNEL, () => {
    read().catch(onError);
  });
  return {
    of: (index) => known.get(keyOf(index)),
    refresh: read,
    async announce({ schema, chainId, block, since }) {
      const change = { block, since, isDeleted: false };
      await db
        .insert(retainedHistory)
        .values({ schema, chainId, ...change })
        .onConflictDoUpdate({
          target: [retainedHistory.schema, retainedHistory.chainId],
          set: change,
          // Nothing that is gone comes back.
          setWhere: sql`${retainedHistory.block} < excluded.block`,
        });
      await tell();
    },
    async finish({ schema, chainId, block }) {
      const isOfIndex = and(
        eq(retainedHistory.schema, schema),
        eq(retainedHistory.chainId, chainId),
      );
      await db
        .update(retainedHistory)
        .set({ isDeleted: true })
        .where(and(isOfIndex, eq(retainedHistory.block, block)));
      await tell();
    },
    close: unlisten,
  };
}
