import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newKey } from "../../../src/api/keys/key.ts";
import { startKeyRing } from "../../../src/api/keys/ring.ts";
import { createKeyStore } from "../../../src/api/keys/store.ts";
import { openRecords, type Records } from "../../../src/api/records/open.ts";
import { type Postgres, startPostgres } from "../../harness/postgres.ts";

const HOUR_MS = 3_600_000;
const log = pino({ level: "silent" });

let server: Postgres;
const opened: Records[] = [];

beforeAll(async () => {
  server = await startPostgres();
});

afterEach(() => Promise.all(opened.splice(0).map((records) => records.close())));

afterAll(() => server?.stop());

/** Records of a process. */
async function open(): Promise<Records> {
  const records = await openRecords(server.url);
  opened.push(records);
  return records;
}

async function empty(): Promise<void> {
  await (await open()).db.execute("drop schema if exists weir_app cascade");
}

describe("startKeyRing", () => {
  /** A ring that looks at the keys only when it is told of a change. */
  const ringOf = async (requireKey = false) => {
    const records = await open();
    return startKeyRing({ records, requireKey, log, refreshMs: HOUR_MS });
  };

  test("default", async () => {
    await empty();
    const store = createKeyStore(await open());
    const rings = [await ringOf(), await ringOf()];
    for (const ring of rings) {
      expect([ring.needsKey(), ring.hasKeys(), ring.idOf(newKey().text)]).toEqual([
        false,
        false,
        null,
      ]);
    }
    const key = await store.create("first");
    const [record] = await store.list();
    expect(record).toMatchObject({ name: "first", lastUsedAt: null, revokedAt: null });
    for (const ring of rings) {
      await expect.poll(() => ring.idOf(key)).toBe(record?.id);
      expect(ring.needsKey()).toBe(true);
      expect(ring.idOf(newKey().text)).toBeNull();
      const tampered = `${key.slice(0, -2)}${key.endsWith("AA") ? "BB" : "AA"}`;
      expect(ring.idOf(tampered)).toBeNull();
    }
    expect(await store.revoke(record?.id ?? "")).toBe("revoked");
    for (const ring of rings) await expect.poll(() => ring.idOf(key)).toBeNull();
    for (const ring of rings) await ring.close();
  });

  test("behavior: revoking the last key does not open the service", async () => {
    await empty();
    const store = createKeyStore(await open());
    const ring = await ringOf();
    await store.create(null);
    const [record] = await store.list();
    expect(await store.revoke(record?.id ?? "")).toBe("revoked");
    expect(await store.revoke(record?.id ?? "")).toBe("was revoked before");
    expect(await store.revoke("000000000000")).toBe("unknown");
    await expect.poll(() => ring.needsKey()).toBe(true);
    await ring.close();
    const later = await ringOf();
    expect([later.needsKey(), later.hasKeys()]).toEqual([true, true]);
    await later.close();
  });

  test("behavior: REQUIRE_API_KEY closes a service without keys", async () => {
    await empty();
    const ring = await ringOf(true);
    expect([ring.needsKey(), ring.hasKeys()]).toEqual([true, false]);
    await ring.close();
  });

  test("behavior: the last use is stored", async () => {
    await empty();
    const store = createKeyStore(await open());
    const ring = await ringOf();
    const key = await store.create(null);
    await store.create("unused");
    await expect.poll(() => ring.idOf(key)).not.toBeNull();
    await ring.close();
    const [used, unused] = await store.list();
    expect(used?.lastUsedAt?.getTime()).toBeGreaterThan(Date.now() - HOUR_MS);
    expect(unused?.lastUsedAt).toBeNull();
  });
});
