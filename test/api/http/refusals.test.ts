import { once } from "node:events";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { createApp } from "../../../src/api/http/app.ts";
import type { Deps } from "../../../src/api/http/deps.ts";
import { errorSchema } from "../../../src/api/http/error-schema.ts";
import { limitAnswers } from "../../../src/api/http/limits/limited-answers.ts";
import { createQueue } from "../../../src/api/http/limits/queue.ts";
import { QUEUED_PATHS } from "../../../src/api/http/routes/endpoints.ts";
import { type RunningServer, startServer } from "../../../src/api/http/server.ts";
import { createMetrics } from "../../../src/api/metrics/metrics.ts";
import { fixtureDeps, queryOf, TRADE } from "../fixture/app.ts";
import { task } from "./limits/task.ts";
import { BUNDLE_PATH } from "./routes/bundle-bodies.ts";

const quoteOf = (amountIn: string) => `/api/v1/shortcuts/quote?${queryOf({ ...TRADE, amountIn })}`;
const QUOTE = quoteOf("1000000000000000000");
const OTHER_QUOTE = quoteOf("2000000000000000000");

let server: RunningServer | null = null;

/**
 * A service of one place, whose answers begin when they are told to; `entered` counts what reached
 * the app.
 */
async function start({ waiting = 0 } = {}) {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = pino({ level: "warn" }, destination);
  const metrics = createMetrics();
  const plain = fixtureDeps({ log, metrics });
  const held = task();
  const slow: Deps = {
    ...plain,
    answer: async (service, request) => {
      await held.run();
      return plain.answer(service, request);
    },
  };
  const queue = createQueue({ concurrent: 1, waiting });
  const { fetch: answer } = createApp({ ...slow, ...limitAnswers(slow, queue) });
  let entered = 0;
  server = await startServer({
    app: {
      fetch: (request, env) => {
        entered += 1;
        return answer(request, env);
      },
    },
    admission: { paths: QUEUED_PATHS, refusal: queue.refusal, metrics },
    ...{ host: "127.0.0.1", port: 0, log },
  });
  return { url: server.url, held, lines, entered: () => entered };
}

afterEach(() => server?.close());

describe("createRefuseOverload", () => {
  test("default: what has no place is refused before the app, the rest answered", async () => {
    const { url, held, lines, entered } = await start();
    const first = fetch(url + QUOTE);
    await expect.poll(held.isStarted).toBe(true);
    for (const init of [{}, { method: "POST", body: "x".repeat(100_000) }]) {
      const response = await fetch(url + QUOTE, init);
      const body = errorSchema.parse(await response.json());
      expect([response.status, body.code]).toEqual([503, "OVERLOADED"]);
      expect(response.headers.get("content-type")).toMatch(/^application\/json/);
      expect(response.headers.get("retry-after")).toBe("1");
      expect(response.headers.get("x-request-id")).toBe(body.requestId);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-expose-headers")).toContain("retry-after");
    }
    const head = await fetch(url + QUOTE, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([503, ""]);
    expect(entered()).toBe(1);
    const status = async (path: string, init: RequestInit = {}) =>
      (await fetch(url + path, init)).status;
    // Probes, lists and preflights are always answered.
    expect(await status("/health")).toBe(200);
    expect(await status("/api/v1/tokens")).toBe(200);
    const preflight = { method: "OPTIONS", headers: { origin: "https://a.example" } };
    expect(await status(QUOTE, preflight)).toBe(204);
    // One line a second tells of all.
    await expect
      .poll(() => lines.map((line) => JSON.parse(line).refused), { timeout: 5_000 })
      .toEqual([3]);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/weir_refused_requests_total\{reason="overloaded"\} 3/);
    for (const method of ["GET", "HEAD", "POST"]) {
      const line = new RegExp(`_count\\{method="${method}",route="[^"]*quote",status="5xx"\\} 1`);
      expect(metrics, method).toMatch(line);
    }
    held.end();
    expect((await first).status).toBe(200);
    expect(await status(QUOTE)).toBe(200);
  });

  test("behavior: the wait for a place counts as time of the request", async () => {
    const { url, held } = await start({ waiting: 1 });
    const first = fetch(url + QUOTE);
    await expect.poll(held.isStarted).toBe(true);
    const second = fetch(url + OTHER_QUOTE);
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
    await expect.poll(async () => (await fetch(url + OTHER_QUOTE)).status).toBe(200);
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

  test("behavior: the connection of a refused request is good for the next, body and all", async () => {
    const { url, held } = await start();
    const first = fetch(url + QUOTE);
    await expect.poll(held.isStarted).toBe(true);
    const answers: string[] = [];
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.setEncoding("utf8").on("data", (text: string) => answers.push(text));
    const body = "x".repeat(200_000);
    socket.write(
      `POST ${QUOTE} HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
    );
    await once(socket, "close");
    const statuses = answers.join("").match(/HTTP\/1\.1 \d+/g);
    expect(statuses).toEqual(["HTTP/1.1 503", "HTTP/1.1 200"]);
    held.end();
    expect((await first).status).toBe(200);
  });
});
