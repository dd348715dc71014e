import { Writable } from "node:stream";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { createApp } from "../../../src/api/app.ts";
import { errorSchema } from "../../../src/api/errors.ts";
import type { Queue } from "../../../src/api/limits/queue.ts";
import { QUEUED_PATHS } from "../../../src/api/limits/queued-paths.ts";
import { createShedding } from "../../../src/api/limits/shedding.ts";
import { createMetrics } from "../../../src/api/metrics/metrics.ts";
import { startServer } from "../../../src/api/server.ts";
import { ServiceError } from "../../../src/lib/errors.ts";
import { fixtureDeps, queryOf, TRADE } from "../fixture.ts";

const QUOTE = `/api/v1/shortcuts/quote?${queryOf(TRADE)}`;

/** A queue that refuses everything while `full`. */
function switched() {
  const state = { full: true };
  const queue: Queue = {
    refusal: () =>
      state.full ? new ServiceError("OVERLOADED", "full", { retryAfterSeconds: 3 }) : null,
    run: (task) => task(),
  };
  return { state, queue };
}

describe("createShedding", () => {
  test("default", async () => {
    const lines: string[] = [];
    const destination = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const log = pino({ level: "warn" }, destination);
    const { state, queue } = switched();
    const metrics = createMetrics(new Map());
    const app = createApp(fixtureDeps({ log, metrics }));
    const shed = createShedding({ queue, paths: QUEUED_PATHS, metrics, log });
    const server = await startServer({ app, host: "127.0.0.1", port: 0, log, shed });
    try {
      for (const init of [{}, { method: "POST", body: "x".repeat(100_000) }]) {
        const response = await fetch(server.url + QUOTE, init);
        const body = errorSchema.parse(await response.json());
        expect([response.status, body.code, body.message]).toEqual([503, "OVERLOADED", "full"]);
        expect(response.headers.get("retry-after")).toBe("3");
        expect(response.headers.get("x-request-id")).toBe(body.requestId);
        expect(response.headers.get("access-control-allow-origin")).toBe("*");
      }
      const head = await fetch(server.url + QUOTE, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([503, ""]);
      const status = async (path: string, init: RequestInit = {}) =>
        (await fetch(server.url + path, init)).status;
      // Probes, lists and preflights are always answered.
      expect(await status("/health")).toBe(200);
      expect(await status("/api/v1/tokens")).toBe(200);
      expect(
        await status(QUOTE, { method: "OPTIONS", headers: { origin: "https://a.example" } }),
      ).toBe(204);
      await expect.poll(() => lines.map((line) => JSON.parse(line).refused)).toEqual([3]);
      expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
        /weir_refused_requests_total\{reason="overloaded"\} 3/,
      );
      state.full = false;
      expect(await status(QUOTE)).toBe(200);
    } finally {
      await server.close();
    }
  });
});
