/** Ponder's handle on its tables: whatever it does to them for a block, or to take one back, is within one call of this. */
export interface BlockWriter {
  transaction: (...work: never[]) => Promise<unknown>;
}

/** What is used of an embedded database. */
export interface EmbeddedDatabase {
  exec(sql: string): Promise<unknown>;
  query<T>(sql: string, values?: unknown[]): Promise<{ readonly rows: readonly T[] }>;
}

/** Runs `read` while no block is written. Reads and blocks take turns in the order in which they came. */
export type BlockLock = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Makes reads and blocks of an embedded database exclude each other, and each block a transaction.
 *
 * What Ponder calls a transaction is none there: each statement is committed by itself, so that a read in between would find the head
 * of a block without all of its rows, and a process that is killed there would leave some of them for ever. There is one connection: what
 * others ask meanwhile is part of the transaction, too, and is committed with it, also when Ponder's work fails.
 *
 * @param lost Called when the transaction, and so what others wrote meanwhile, did not come about. The process must end.
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/database/queryBuilder.ts
 */
export function lockBlocks(
  writer: BlockWriter,
  { database, lost }: { readonly database: EmbeddedDatabase; readonly lost: () => void },
): BlockLock {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: BlockLock = (work) => {
    const turn = last.then(work);
    // Who waits for the turn hears of its failure; the next one has nothing to do with it.
    last = turn.catch(() => undefined);
    return turn;
  };
  const write = writer.transaction.bind(writer);
  let isWriting = false;
  writer.transaction = (...work) => {
    // Ponder calls it again from within, where triggers are dropped and made.
    if (isWriting) return write(...work);
    return inTurn(async () => {
      const id = await begin(database);
      isWriting = true;
      try {
        return await write(...work);
      } finally {
        isWriting = false;
        if (!(await commit(database, id))) lost();
      }
    });
  };
  return inTurn;
}

/** Its id. */
async function begin(database: EmbeddedDatabase): Promise<string> {
  await database.exec("BEGIN");
  const { rows } = await database.query<{ id: string }>("SELECT pg_current_xact_id()::text AS id");
  return rows[0]?.id ?? "";
}

/** Whether the transaction came about; others may have committed it by then, with one of their own. */
async function commit(database: EmbeddedDatabase, id: string): Promise<boolean> {
  try {
    const asked = "SELECT pg_xact_status($1::text::xid8) AS status";
    const { rows } = await database.query<{ status: string }>(asked, [id]);
    return rows[0]?.status !== "aborted";
  } catch {
    // A statement failed, and all after it: this one, too.
    return false;
  } finally {
    await database.exec("COMMIT");
  }
}
