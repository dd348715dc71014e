import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openRecords } from "../../../src/api/records/open.ts";
import { createPostgresStore } from "../../../src/api/store/postgres.ts";
import type { ReadDatabase, Store } from "../../../src/catalog/database.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";

let server: Postgres;
let cable: Server;
/** Both ends of every connection. */
const sockets = new Set<Socket>();
let url: string;
let store: Store;

beforeAll(async () => {
  server = await startPostgres();
  const port = Number(new URL(server.url).port);
  cable = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => cable.listen(0, "127.0.0.1", resolve));
  const address = cable.address();
  const cablePort = address !== null && typeof address === "object" ? address.port : 0;
  url = server.url.replace(`:${port}/`, `:${cablePort}/`);
});
afterAll(async () => {
  cut();
  cable?.close();
  await server?.stop();
});
beforeEach(() => {
  store = createPostgresStore({ url, schema: "weir" });
});
afterEach(() => store.close());

function cut(): void {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
}

async function one(db: ReadDatabase): Promise<unknown> {
  return db.select({ one: sql<number>`1` }).from(sql`generate_series(1, 1)`);
}

describe("createPostgresStore", () => {
  test("default", async () => {
    expect(await store.peek(one)).toEqual([{ one: 1 }]);
    expect(await store.snapshot(one)).toEqual([{ one: 1 }]);
  });

  // A process that does not survive fails the run, whatever the test finds.
  test("behavior: a connection may break between two statements of a transaction", async () => {
    const broken = store.snapshot(async (db) => {
      await one(db);
      cut();
      await sleep(50);
      return one(db);
    });
    await expect(broken).rejects.toThrow();
    expect(await store.snapshot(one)).toEqual([{ one: 1 }]);
  });

  test("behavior: a connection may break within a statement", async () => {
    const broken = store.snapshot(async (db) => {
      setTimeout(cut, 50);
      await db.select({ slept: sql`pg_sleep(1)` }).from(sql`generate_series(1, 1)`);
    });
    await expect(broken).rejects.toThrow();
    await sleep(50);
    expect(await store.snapshot(one)).toEqual([{ one: 1 }]);
  });

  test("behavior: a connection may break before the transaction is committed", async () => {
    const broken = store.snapshot(async (db) => {
      await one(db);
      cut();
      await sleep(50);
    });
    await expect(broken).rejects.toThrow();
    await sleep(50);
    expect(await store.snapshot(one)).toEqual([{ one: 1 }]);
  });
});

describe("openRecords", () => {
  test("behavior: a connection may break within a transaction", async () => {
    const records = await openRecords(url);
    const broken = records.transaction(async (db) => {
      setTimeout(cut, 50);
      await db.execute(sql`select pg_sleep(1)`);
    });
    await expect(broken).rejects.toThrow();
    await sleep(50);
    expect(await records.transaction(one)).toEqual([{ one: 1 }]);
    await records.close();
  });
});
