import { setImmediate as nextTurn } from "node:timers/promises";
import type { PgliteClient } from "drizzle-orm/pglite";

/** Milliseconds that statements may take before the event loop turns. */
const STATEMENTS_MS = 8;
/** How many times as long as the turn before, at least. */
const STATEMENTS_PER_TURN = 1.5;

/**
 * Lets the event loop turn between statements of an embedded database, so that requests are answered while a block is indexed.
 *
 * A statement runs in the thread that asks for it, and what waited for it goes on in the same turn: without this, all statements of a
 * block are one turn. After a turn the statements have at least one and a half times as long as it took, so that no load keeps the index from
 * three fifths of the time while it has work: an index that falls behind refuses everyone.
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
      allowanceMs = Math.max(STATEMENTS_MS, STATEMENTS_PER_TURN * (turnedAt - now));
    }
    return run(...statement);
  };
}
