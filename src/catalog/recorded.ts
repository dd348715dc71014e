import { type Context, ponder as registry } from "ponder:registry";
import * as schema from "ponder:schema";
import { processEnvironment } from "../lib/env.ts";
import type { CatalogContext } from "./discovery.ts";
import { type RecordedBlock, recording } from "./recording.ts";
import { twinsOf } from "./twins.ts";

/** What stands between Ponder's context and the handlers. */
interface Recorder {
  readonly db: Context["db"];
  readonly block: RecordedBlock;
}

const { history } = processEnvironment();
const twins = twinsOf(schema);
/**
 * By Ponder's own, which is the same for all events, one after the other; to make a recorder for
 * each would cost as much as its writes.
 */
const recorders = new WeakMap<Context["db"], Recorder>();

/** The store for the handler of an event in a block, until the next event. */
function recordedStore(store: Context["db"], number: bigint, timestamp: bigint): Context["db"] {
  let recorder = recorders.get(store);
  if (recorder === undefined) {
    const block = { number: 0, timestamp: 0n };
    recorder = { db: recording(store, twins, block), block };
    recorders.set(store, recorder);
  }
  recorder.block.number = Number(number);
  recorder.block.timestamp = timestamp;
  return recorder.db;
}

/**
 * Ponder's registry for handlers whose tables have twins: what they write goes to the twins as
 * well, unless the environment turns history off.
 */
export const ponder: Pick<typeof registry, "on"> = {
  on: (name, handle) => {
    if (!history) {
      registry.on(name, handle);
      return;
    }
    registry.on(name, ({ event, context }) => {
      const { number, timestamp } = event.block;
      const db = recordedStore(context.db, number, timestamp);
      return handle({ event, context: { ...context, db } });
    });
  },
};

/**
 * Has `write` called once for each chain of a source, before any of its events. What it writes goes
 * to no log by itself: it is of no event's block.
 */
export function onSetup(source: string, write: (context: CatalogContext) => Promise<void>): void {
  const name = `${source}:setup` as Parameters<typeof registry.on>[0];
  registry.on(name, ({ context }) => write(context));
}
