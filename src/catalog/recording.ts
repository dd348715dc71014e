import type { Context } from "ponder:registry";
import type { Table } from "drizzle-orm";
import { hourOf } from "./hours.ts";
import type { Twin } from "./twins.ts";

type Row = Record<string, unknown>;
type Change = Row | ((row: Row) => Row);

/** What is used of Ponder's store, whatever the table. */
interface RowStore {
  insert(table: Table): {
    values(row: Row): Promise<Row> & {
      onConflictDoNothing(): Promise<Row | null>;
      onConflictDoUpdate(change: Change): Promise<Row>;
    };
  };
  update(table: Table, key: Row): { set(change: Change): Promise<Row> };
}

/**
 * Where Ponder's rows, which are proxies that copy on write, tell what they stand for; to read
 * through them costs many times as much.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/utils/copy.ts
 */
const READ_DIRECTLY = Symbol.for("ponder:copyOnWrite");

/** What a row of the store is, to be read only. */
function plain(row: Row): Row {
  return (row as { readonly [READ_DIRECTLY]?: Row })[READ_DIRECTLY] ?? row;
}

/** The block of the event that is handled; changes from event to event. */
export interface RecordedBlock {
  number: number;
  /** Seconds since the epoch. */
  timestamp: bigint;
}

/**
 * A store that writes the past too: what it writes to a table with twins gets the block's number as
 * `updatedBlock`, and the row that comes of it goes to the table's log as well. Rows are inserted
 * one by one; those of tables with twins are never deleted.
 */
export function recording(
  db: Context["db"],
  twins: ReadonlyMap<Table, Twin>,
  block: Readonly<RecordedBlock>,
): Context["db"] {
  const store = db as RowStore;

  /** Logs a row that is new, or that changed for the first time in this block. */
  async function add(own: Twin, row: Row): Promise<void> {
    const values = loggedOf(own, plain(row));
    values.hour = hourOf(block.timestamp);
    await store.insert(own.log).values(values);
  }

  /** What the log keeps of a row, or of a change of one. */
  function loggedOf({ columns }: Twin, row: Row): Row {
    const logged: Row = {};
    for (const name of columns) if (name in row) logged[name] = row[name];
    return logged;
  }

  /** Applies a change of a row that exists by `write`, and records what comes of it. */
  async function change(
    own: Twin,
    values: Change,
    write: (change: (row: Row) => Row) => Promise<Row>,
  ): Promise<Row> {
    // The block of the row before tells without a query whether the log has a row of this block.
    let before: unknown = null;
    let changed: Row = {};
    let isChanged = true;
    // A row that is inserted now is never handed to this.
    const row = await write((given) => {
      const found = plain(given);
      before = found.updatedBlock;
      const wanted = typeof values === "function" ? values(found) : values;
      changed = { ...wanted, updatedBlock: block.number };
      isChanged = Object.keys(changed).some((name) => changed[name] !== found[name]);
      return changed;
    });
    if (before !== block.number) await add(own, row);
    // Events often tell what is so already: a position out of range leaves a pool's price and
    // liquidity as they are.
    else if (isChanged) await store.update(own.log, row).set(loggedOf(own, changed));
    return row;
  }

  const recorded: RowStore = {
    insert(table) {
      const own = twins.get(table);
      if (own === undefined) return store.insert(table);
      return {
        values(values) {
          const insertion = store.insert(table).values({ ...values, updatedBlock: block.number });
          let write = async (): Promise<Row | null> => {
            const row = await insertion;
            await add(own, row);
            return row;
          };
          // What to do about a conflict is said after this returns, and before it runs.
          const written = Promise.resolve().then(() => write());
          return Object.assign(written as Promise<Row>, {
            onConflictDoNothing() {
              write = async () => {
                const row = await insertion.onConflictDoNothing();
                if (row !== null) await add(own, row);
                return row;
              };
              return written;
            },
            onConflictDoUpdate(values: Change) {
              write = () => change(own, values, (changed) => insertion.onConflictDoUpdate(changed));
              return written as Promise<Row>;
            },
          });
        },
      };
    },
    update(table, key) {
      const own = twins.get(table);
      if (own === undefined) return store.update(table, key);
      return {
        set: (values) => change(own, values, (changed) => store.update(table, key).set(changed)),
      };
    },
  };
  return { ...db, ...recorded } as Context["db"];
}
