import type { PgTransactionConfig } from "drizzle-orm/pg-core";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";

type Transaction = Parameters<Parameters<PostgresJsDatabase["transaction"]>[0]>[0];

/**
 * Runs `work` in one transaction, whatever happens to its connection.
 *
 * On a connection that is gone, postgres.js 3.4 writes what follows in the transaction, its own
 * `commit` and `rollback` included, where the failure ends the process. Hence nothing follows:
 * statements are refused, and the work never ends, though the transaction has failed.
 *
 * @see https://github.com/porsager/postgres/issues/1208
 */
export async function inTransaction<T>(
  db: PostgresJsDatabase,
  config: PgTransactionConfig | null,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let isOver = false;
  const guarded = async (transaction: Transaction): Promise<T> => {
    try {
      if (config !== null) await transaction.setTransaction(config);
      const result = await work(untilOver(transaction, () => isOver));
      if (!isOver) return result;
    } catch (error) {
      if (!isOver && !isConnectionLoss(error)) throw error;
    }
    return new Promise(() => undefined);
  };
  try {
    return await db.transaction(guarded);
  } finally {
    isOver = true;
  }
}

function untilOver(transaction: Transaction, isOver: () => boolean): Transaction {
  return new Proxy(transaction, {
    get(target, name, receiver) {
      if (isOver()) throw new Error("The transaction ended before its statements did.");
      return Reflect.get(target, name, receiver);
    },
  });
}

/** By the codes of postgres.js; the server's own have five characters. */
function isConnectionLoss(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    /^(CONNECTION_|E[A-Z]{4,})/.test(String(error.code))
  );
}
