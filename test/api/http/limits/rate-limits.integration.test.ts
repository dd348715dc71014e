import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../../../src/api/http/app.ts";
import { createRateLimits, type RateLimits } from "../../../../src/api/http/limits/rate-limits.ts";
import { type RunningServer, startServer } from "../../../../src/api/http/server.ts";
import { createKeyStore } from "../../../../src/api/keys/store.ts";
import { startGuard } from "../../../../src/api/main/guard.ts";
import { openRecords, type Records } from "../../../../src/api/records/open.ts";
import { readEnvironment } from "../../../../src/lib/env.ts";
import { type Postgres, startPostgres } from "../../../harness/postgres.ts";
import { fixtureDeps, queryOf, TRADE } from "../../fixture/app.ts";

const log = pino({ level: "silent" });
const QUOTE = `/api/v1/shortcuts/quote?${queryOf(TRADE)}`;

let postgres: Postgres;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  await postgres.stop();
});

function open(url = postgres.url): Promise<Records> {
  return openRecords(url);
}

/** One API process, as far as protection goes. */
async function startApi(settings: Readonly<Record<string, string>>): Promise<RunningServer> {
  const environment = readEnvironment(settings);
  const guard = await startGuard({ environment, records: await open(), log });
  const app = createApp(fixtureDeps({ protection: guard }));
  const server = await startServer({ app, host: "127.0.0.1", port: 0, log });
  ends.push(
    () => guard.close(),
    () => server.close(),
  );
  return server;
}

describe("createRateLimits", () => {
  test("default: API processes on one database count together", async () => {
    const settings = { RATE_LIMIT_PER_KEY: "30", REQUIRE_API_KEY: "true" };
    const apis = [await startApi(settings), await startApi(settings)];
    const records = await open();
    const store = createKeyStore(records);
    const headers = { authorization: `Bearer ${await store.create(null)}` };
    const others = { authorization: `Bearer ${await store.create(null)}` };
    await records.close();
    const ask = async (turn: number, as: Record<string, string>) => {
      const response = await fetch(`${apis[turn % 2]?.url}${QUOTE}`, { headers: as });
      await response.arrayBuffer();
      return response;
    };
    for (const as of [headers, others]) {
      await expect.poll(async () => (await ask(0, { ...as, "x-try": "1" })).status).not.toBe(401);
    }
    const remaining: number[] = [];
    const statuses: number[] = [];
    for (let turn = 1; turn < 8; turn++) {
      const response = await ask(turn, headers);
      statuses.push(response.status);
      remaining.push(Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]));
      expect(response.headers.get("ratelimit-policy")).toBe('"key";q=30;w=60');
      if (response.status === 429) {
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      }
    }
    // One quote costs 5; the first of six was asked above.
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(remaining).toEqual([20, 15, 10, 5, 0, 0, 0]);
    expect((await ask(1, others)).status).toBe(200);
  });

  test("behavior: callers are let through while the counters cannot be reached", async () => {
    const own = await startPostgres();
    const records = await open(own.url);
    const warnings: string[] = [];
    const warn = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });
    const limits: RateLimits = createRateLimits(records, warn);
    const caller = { kind: "key", id: "a", quota: 10 } as const;
    expect((await limits.consume(caller, 9)).remaining).toBe(1);
    await own.stop();
    // This process counts on its own.
    expect(await limits.consume(caller, 9)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await limits.consume(caller, 9)).toMatchObject({ allowed: false, remaining: 0 });
    expect(warnings).toHaveLength(1);
    await limits.close();
    await records.close();
  });
});
