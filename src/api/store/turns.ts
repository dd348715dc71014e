import { setImmediate as nextTurn } from "node:timers/promises";
import type { PgliteClient } from "drizzle-orm/pglite";

/** Time that statements may take before the event loop turns: little of an answer's, and enough for a block to be indexed under load. */
const STATEMENTS_MS = 8;

/**
 * Lets the event loop turn between statements of an embedded database, so that requests are answered while a block is indexed.
 *
 * A statement runs in the thread that asks for it, and what waited for it goes on in the same turn: without this, all statements of a
 * block are one turn.
 */
export function turnBetweenStatements(instance: Pick<PgliteClient, "execProtocolRaw">): void {
  const run = instance.execProtocolRaw.bind(instance);
  let turnedAt = performance.now();
  instance.execProtocolRaw = async (...statement) => {
    if (performance.now() - turnedAt > STATEMENTS_MS) {
      await nextTurn();
      turnedAt = performance.now();
    }
    return run(...statement);
  };
}
