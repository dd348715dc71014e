import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { createApp } from "../../../src/api/app.ts";
import type { Deps } from "../../../src/api/deps.ts";
import { errorSchema } from "../../../src/api/error-schema.ts";
import { QUEUED_PATHS } from "../../../src/api/limits/queued-paths.ts";
import { createMetrics } from "../../../src/api/metrics/metrics.ts";
import { createRefusedCount } from "../../../src/api/metrics/refused.ts";
import { type RunningServer, startServer } from "../../../src/api/server.ts";
import { fixtureDeps, queryOf, TRADE } from "../fixture.ts";
import { task } from "../limits/task.ts";
import { BUNDLE_PATH } from "../routes/bundle-bodies.ts";

const QUOTE = `/api/v1/shortcuts/quote?${queryOf(TRADE)}`;

let server: RunningServer | null = null;

/** A service of one place, whose answers begin when they are told to. */
async function start({ waiting = 0 } = {}) {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = pino({ level: "warn" }, destination);
  const metrics = createMetrics(new Map());
  const plain = fixtureDeps({ log, metrics });
  const held = task();
  const deps: Deps = {
    ...plain,
    answer: async (service, request) => {
      await held.run();
      return plain.answer(service, request);
    },
  };
  const onRefused = createRefusedCount(metrics, log);
  const app = createApp(deps);
  const limits = { concurrent: 1, waiting, paths: [...QUEUED_PATHS] };
  server = await startServer({ app, host: "127.0.0.1", port: 0, log, limits, onRefused });
  return { url: server.url, held, lines };
}

afterEach(() => server?.close());

test("default: what has no place is refused, the rest answered", async () => {
  const { url, held, lines } = await start();
  const first = fetch(url + QUOTE);
  await expect.poll(held.isStarted).toBe(true);
  for (const init of [{}, { method: "POST", body: "x".repeat(100_000) }]) {
    const response = await fetch(url + QUOTE, init);
    const body = errorSchema.parse(await response.json());
    expect([response.status, body.code]).toEqual([503, "OVERLOADED"]);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(response.headers.get("x-request-id")).toBe(body.requestId);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  }
  const head = await fetch(url + QUOTE, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([503, ""]);
  const status = async (path: string, init: RequestInit = {}) =>
    (await fetch(url + path, init)).status;
  // Probes, lists and preflights are always answered.
  expect(await status("/health")).toBe(200);
  expect(await status("/api/v1/tokens")).toBe(200);
  const preflight = { method: "OPTIONS", headers: { origin: "https://a.example" } };
  expect(await status(QUOTE, preflight)).toBe(204);
  await expect.poll(() => lines.map((line) => JSON.parse(line).refused)).toEqual([3]);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toMatch(/weir_refused_requests_total\{reason="overloaded"\} 3/);
  expect(metrics).toMatch(/_count\{method="HEAD",route="[^"]*quote",status="5xx"\} 1/);
  held.end();
  expect((await first).status).toBe(200);
  expect(await status(QUOTE)).toBe(200);
});

test("behavior: the wait for a place counts as time of the request", async () => {
  const { url, held } = await start({ waiting: 1 });
  const first = fetch(url + QUOTE);
  await expect.poll(held.isStarted).toBe(true);
  const second = fetch(url + QUOTE);
  await sleep(1_000);
  held.end();
  for (const { status } of await Promise.all([first, second])) expect(status).toBe(200);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, seconds] =
    /_seconds_sum\{method="GET",route="[^"]*quote",status="2xx"\} (\S+)/.exec(metrics) ?? [];
  // Without the second's wait it is little more than one.
  expect(Number(seconds)).toBeGreaterThan(1.5);
});

test("behavior: a place is free again when its client leaves", async () => {
  const { url, held } = await start();
  const leaving = new AbortController();
  const first = fetch(url + QUOTE, { signal: leaving.signal });
  await expect.poll(held.isStarted).toBe(true);
  leaving.abort();
  await expect(first).rejects.toThrow();
  held.end();
  await expect.poll(async () => (await fetch(url + QUOTE)).status).toBe(200);
});

test("behavior: whoever sends a body slowly keeps no place from others", async () => {
  const { url, held } = await start();
  held.end();
  const body = new ReadableStream({ start: (controller) => controller.enqueue("[".repeat(10)) });
  const leaving = new AbortController();
  const slow = fetch(url + BUNDLE_PATH, {
    ...{ method: "POST", body, signal: leaving.signal, duplex: "half" },
    headers: { "content-type": "application/json" },
  });
  // Its headers have arrived by then.
  await sleep(300);
  expect((await fetch(url + QUOTE)).status).toBe(200);
  leaving.abort();
  await expect(slow).rejects.toThrow();
});
