import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readShownSchema } from "../../../src/api/store/deployments.ts";
import { createPostgresStore } from "../../../src/api/store/postgres.ts";
import { createReplicaStore } from "../../../src/api/store/replica.ts";
import { type ReplicaWatch, startReplicaWatch } from "../../../src/api/store/replica-watch.ts";
import type { ReadDatabase, Store } from "../../../src/catalog/database.ts";
import { type Postgres, startReplicatedPostgres } from "../../harness/postgres.ts";

const SCHEMA = "weir";
const log = pino({ level: "silent" });

let primary: Postgres;
let replica: Postgres;
let writer: postgres.Sql;
let standby: postgres.Sql;
let watch: ReplicaWatch;
let store: Store;

beforeAll(async () => {
  ({ primary, replica } = await startReplicatedPostgres());
  const options = { max: 1, onnotice: () => undefined };
  writer = postgres(primary.url, options);
  standby = postgres(replica.url, options);
  await writer.unsafe(`create schema ${SCHEMA}; create table ${SCHEMA}.note (id integer)`);
});
afterAll(async () => {
  await writer?.end();
  await standby?.end();
  await replica?.stop();
  await primary?.stop();
});
beforeEach(async () => {
  watch = await startReplicaWatch({ primaryUrl: primary.url, replicaUrl: replica.url, log });
  const [onPrimary, openReplica] = [primary.url, replica.url].map(
    (url) => () => createPostgresStore({ url, schema: SCHEMA }),
  );
  if (onPrimary === undefined || openReplica === undefined) throw new Error("No stores.");
  store = createReplicaStore({ primary: onPrimary(), openReplica, watch, log });
  await until(() => watch.isUsable());
});
afterEach(async () => {
  await store.close();
  await watch.close();
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

async function isOnReplica(db: ReadDatabase): Promise<boolean> {
  const [found] = await db.select({ replays: sql<boolean>`pg_is_in_recovery()` }).from(sql`note`);
  return found?.replays === true;
}

describe("createReplicaStore", () => {
  beforeAll(async () => {
    await writer.unsafe(`insert into ${SCHEMA}.note values (1)`);
  });

  test("default", async () => {
    await until(() => store.peek(isOnReplica));
    expect(await store.snapshot(isOnReplica)).toBe(true);
  });

  test("behavior: the primary is read while the replica is behind", async () => {
    await standby`select pg_wal_replay_pause()`;
    try {
      await writer.unsafe(`insert into ${SCHEMA}.note values (2)`);
      await until(() => !watch.isUsable());
      expect(await store.peek(isOnReplica)).toBe(false);
    } finally {
      await standby`select pg_wal_replay_resume()`;
    }
    await until(() => watch.isUsable());
    expect(await store.peek(isOnReplica)).toBe(true);
  });

  test("behavior: no read fails when the replica goes and comes back", async () => {
    const restarting = replica.restart(1_500);
    const seen = new Set<boolean>();
    await until(async () => {
      seen.add(await store.snapshot(isOnReplica));
      return seen.has(false);
    });
    await restarting;
    await until(() => store.snapshot(isOnReplica));
  });

  test("behavior: a read that the replication cuts off is done again", async () => {
    await standby.unsafe("alter system set max_standby_streaming_delay = 0");
    await standby`select pg_reload_conf()`;
    let tries = 0;
    const count = await store.snapshot(async (db) => {
      tries += 1;
      await db.select({ id: sql<number>`id` }).from(sql`note`);
      // What the primary locks, a reader of the replica has to let go of.
      if (tries === 1) await writer.unsafe(`alter table ${SCHEMA}.note add column more integer`);
      await db.select({ slept: sql`pg_sleep(0.5)` }).from(sql`generate_series(1, 1)`);
      const rows = await db.select({ id: sql<number>`id` }).from(sql`note`);
      return rows.length;
    });
    expect(count).toBeGreaterThan(0);
    expect(tries).toBeGreaterThan(1);
  });

  test("behavior: the primary tells of blocks, more than once each", async () => {
    let told = 0;
    const stop = await store.listen(() => {
      told += 1;
    });
    const before = told;
    await writer`select pg_notify(${`${SCHEMA}_live_query`}, '[]')`;
    await until(() => told >= before + 4);
    await stop();
  });
});

describe("startReplicaWatch", () => {
  test("behavior: a server that replays nothing is no replica", async () => {
    const { url } = primary;
    const other = await startReplicaWatch({ primaryUrl: url, replicaUrl: url, log });
    expect(other.isUsable()).toBe(false);
    await other.close();
  });

  test("behavior: one that does not answer is not usable", async () => {
    const replicaUrl = "postgres://weir@127.0.0.1:1/postgres";
    const other = await startReplicaWatch({ primaryUrl: primary.url, replicaUrl, log });
    expect(other.isUsable()).toBe(false);
    await other.close();
  });
});

describe("readShownSchema", () => {
  test("default", async () => {
    const shown = () => store.peek((db) => readShownSchema(db, "weir_live"));
    expect(await shown()).toBeNull();
    for (const schema of ["weir_1", "weir_2"]) {
      await writer.unsafe(`
        create schema ${schema};
        create table ${schema}._ponder_meta (key text);
        create schema if not exists weir_live;
        drop view if exists weir_live._ponder_meta;
        create view weir_live._ponder_meta as select * from ${schema}._ponder_meta`);
      await until(async () => (await shown()) === schema);
    }
  });
});
