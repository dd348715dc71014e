/** Ponder's handle on its tables: whatever it does to them for a block, or to take one back, is within one call of this. */
export interface BlockWriter {
  transaction: (...work: never[]) => Promise<unknown>;
}

/** Runs `read` while no block is written. Reads and blocks take turns in the order in which they came. */
export type BlockLock = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Makes reads and blocks of an embedded database exclude each other.
 *
 * What Ponder calls a transaction is none there: each statement is committed by itself, so that a read in between would find the head
 * of a block without all of its rows.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/database/queryBuilder.ts
 */
export function lockBlocks(writer: BlockWriter): BlockLock {
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
      isWriting = true;
      try {
        return await write(...work);
      } finally {
        isWriting = false;
      }
    });
  };
  return inTurn;
}
