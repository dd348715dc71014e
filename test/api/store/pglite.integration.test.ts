import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openRecords } from "../../../src/api/records/open.ts";
import { type BlockLock, type BlockWriter, lockBlocks } from "../../../src/api/store/block-lock.ts";
import { createPgliteStore } from "../../../src/api/store/pglite.ts";
import type { ReadDatabase, Store } from "../../../src/catalog/database.ts";

const log = pino({ level: "silent" });
const START = "select redo_lsn::text as redo from pg_control_checkpoint()";

/** What Ponder writes its tables with; its package does not export it. */
async function ponderWriter(instance: PGlite): Promise<BlockWriter> {
  const file = join(
    import.meta.dirname,
    "../../../node_modules/ponder/dist/esm/database/queryBuilder.js",
  );
  const { createQB } = (await import(file)) as {
    createQB: (db: unknown, options: unknown) => BlockWriter;
  };
  const common = { logger: log, shutdown: { isKilled: false } };
  return createQB(drizzle(instance), { common, isAdmin: false });
}

describe("createPgliteStore", () => {
  test("behavior: the log does not grow for ever", async () => {
    const instance = new PGlite();
    const redo = async () => (await instance.query<{ redo: string }>(START)).rows[0]?.redo;
    await instance.exec("create table t as select generate_series(1, 1000) as n");
    const before = await redo();
    const lost = () => undefined;
    const whileSettled = lockBlocks(await ponderWriter(instance), { database: instance, lost });
    const options = { instance, schema: "weir", whileSettled, log, checkpointIntervalMs: 20 };
    const store = createPgliteStore(options);
    // Where a restart after a crash would begin to replay.
    while ((await redo()) === before) await sleep(20);
    await store.close();
    await instance.close();
    expect(before).toBeDefined();
  });
});

describe("snapshot", () => {
  let instance: PGlite;
  let writer: BlockWriter;
  let whileSettled: BlockLock;
  let store: Store;
  let losses = 0;

  beforeEach(async () => {
    instance = new PGlite();
    await instance.exec("create table head (block int); create table pool (block int)");
    writer = await ponderWriter(instance);
    losses = 0;
    const lost = () => {
      losses += 1;
    };
    whileSettled = lockBlocks(writer, { database: instance, lost });
    store = createPgliteStore({ instance, schema: "weir", whileSettled, log });
  });

  afterEach(async () => {
    await store.close();
    await instance.close();
  });

  const transact = (work: () => Promise<unknown>): Promise<unknown> =>
    writer.transaction(...([work] as never[]));

  /** Writes a block as Ponder does: table by table, with turns of the event loop in between. */
  function writeBlock(block: number, end: () => void = () => undefined): Promise<unknown> {
    const work = async () => {
      await instance.query("insert into head values ($1)", [block]);
      await sleep(20);
      // As Ponder drops and makes triggers.
      await transact(() => sleep(20));
      await instance.query("insert into pool values ($1)", [block]);
      end();
    };
    return transact(work);
  }

  const newestOf = async (db: ReadDatabase, table: string): Promise<unknown> => {
    const [row] = await db.select({ n: sql`max(block)` }).from(sql.raw(table));
    return row?.n ?? null;
  };
  const newest = () =>
    store.snapshot(async (db) => [await newestOf(db, "head"), await newestOf(db, "pool")]);

  test("behavior: it sees all of a block or nothing, whenever it is taken", async () => {
    await writeBlock(1);
    const seen: unknown[] = [];
    for (let block = 2; block < 6; block++) {
      const before = newest();
      const written = writeBlock(block);
      while ((await store.peek((db) => newestOf(db, "head"))) !== block) await sleep(1);
      seen.push(await newest(), await before);
      await written;
    }
    expect(seen).toEqual(
      [2, 3, 4, 5].flatMap((block) => [
        [block, block],
        [block - 1, block - 1],
      ]),
    );
  });

  test("behavior: a transaction of the records waits for the end of a block", async () => {
    await instance.exec("create table other (n int)");
    const records = await openRecords({ kind: "pglite", instance, whileSettled });
    const written = writeBlock(1);
    while ((await store.peek((db) => newestOf(db, "head"))) !== 1) await sleep(1);
    const pools = await records.transaction(async (db) => {
      await db.execute(sql`insert into other values (1)`);
      return newestOf(db, "pool");
    });
    await written;
    expect(pools).toBe(1);
    const { rows } = await instance.query(
      "select xmin::text from head union select xmin::text from pool",
    );
    expect(rows).toHaveLength(1);
    expect(losses).toBe(0);
  });

  test("behavior: a block is one transaction, and what others write meanwhile is in it", async () => {
    const ids = async () =>
      (await instance.query("select xmin::text from pool union select xmin::text from other")).rows;
    await instance.exec("create table other (n int)");
    await transact(async () => {
      await instance.query("insert into pool values (1)");
      await instance.query("insert into other values (1)");
      await sleep(5);
      await instance.query("insert into pool values (2)");
    });
    expect(await ids()).toHaveLength(1);
    expect(losses).toBe(0);
  });

  test("behavior: what was written before a handler failed stays, and nothing is lost", async () => {
    const failing = writeBlock(7, () => {
      throw new Error("a handler failed");
    });
    await expect(failing).rejects.toThrow("a handler failed");
    expect(await newest()).toEqual([7, 7]);
    expect(losses).toBe(0);
  });

  test("behavior: a transaction of others within it ends it early", async () => {
    await transact(async () => {
      await instance.query("insert into head values (1)");
      await instance.transaction((tx) => tx.query("insert into pool values (1)"));
      await instance.query("insert into head values (2)");
    });
    expect(await newest()).toEqual([2, 1]);
    expect(losses).toBe(0);
  });

  test("error: tells when it did not come about", async () => {
    const work = async () => {
      await instance.query("insert into head values (1)");
      await instance.query("insert into nowhere values (1)").catch(() => undefined);
    };
    await transact(work);
    expect(losses).toBe(1);
    await transact(async () => {
      await instance.query("insert into head values (1)");
      await instance.transaction(() => Promise.reject(new Error("no"))).catch(() => undefined);
    });
    expect(losses).toBe(2);
    await writeBlock(3);
    expect(await newest()).toEqual([3, 3]);
    expect(losses).toBe(2);
  });

  test("behavior: neither a block nor a snapshot that fails keeps the next from its turn", async () => {
    const fail = () => {
      throw new Error("a handler failed");
    };
    const failed = [
      writeBlock(1, fail),
      store.snapshot(() => Promise.reject(new Error("a read failed"))),
    ];
    const outcomes = await Promise.allSettled(failed);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await writeBlock(2);
    expect(await newest()).toEqual([2, 2]);
  });

  test("behavior: of blocks without a pause between them, a snapshot waits for one alone", async () => {
    let written = 0;
    let stopped = false;
    const blocks = (async () => {
      while (!stopped) {
        await writeBlock(written + 1);
        written += 1;
      }
    })();
    while (written === 0) await sleep(1);
    const before = written;
    await newest();
    expect(written - before).toBeLessThanOrEqual(1);
    stopped = true;
    await blocks;
  });
});
