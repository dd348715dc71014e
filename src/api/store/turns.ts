import { setImmediate as nextTurn } from "node:timers/promises";
import type { PgliteClient } from "drizzle-orm/pglite";

/** Milliseconds that statements may take before the event loop turns. */
const STATEMENTS_MS = 8;

/**
 * Lets the event loop turn between statements of an embedded database, so that requests are answered while a block is indexed.
 *
 * A statement runs in the thread that asks for it, and what waited for it goes on in the same turn: without this, all statements of a
 * block are one turn. After a turn that took longer than usual the statements have as long, so that no load keeps the index from half of
 * the time.
 */
export function turnBetweenStatements(instance: Pick<PgliteClient, "execProtocolRaw">): void {
  const run = instance.execProtocolRaw.bind(instance);
  let turnedAt = performance.now();
  let allowanceMs = STATEMENTS_MS;
  instance.execProtocolRaw = async (...statement) => {
    const now = performance.now();
    if (now - turnedAt > allowanceMs) {
      await nextTurn();
      turnedAt = performance.now();
      allowanceMs = Math.max(STATEMENTS_MS, turnedAt - now);
    }
    return run(...statement);
  };
}
