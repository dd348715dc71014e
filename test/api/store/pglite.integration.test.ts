import { setTimeout as sleep } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { createPgliteStore } from "../../../src/api/store/pglite.ts";

const START = "select redo_lsn::text as redo from pg_control_checkpoint()";

describe("createPgliteStore", () => {
  test("behavior: the log does not grow for ever", async () => {
    const instance = new PGlite();
    const redo = async () => (await instance.query<{ redo: string }>(START)).rows[0]?.redo;
    await instance.exec("create table t as select generate_series(1, 1000) as n");
    const before = await redo();
    const log = pino({ level: "silent" });
    const store = createPgliteStore({ instance, schema: "weir", log, checkpointIntervalMs: 20 });
    // Where a restart after a crash would begin to replay.
    while ((await redo()) === before) await sleep(20);
    await store.close();
    await instance.close();
    expect(before).toBeDefined();
  });
});
