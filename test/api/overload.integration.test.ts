import autocannon from "autocannon";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/api/http/app.ts";
import type { Deps } from "../../src/api/http/deps.ts";
import { limitAnswers } from "../../src/api/http/limits/limited-answers.ts";
import { createQueue } from "../../src/api/http/limits/queue.ts";
import { startServer } from "../../src/api/http/server.ts";
import { fixtureDeps, queryOf, TRADE } from "./fixture/app.ts";

const LIMITS = { concurrent: 4, waiting: 8 };
const REQUESTS = 2_000;

describe("overload", () => {
  test("default: what is too much is refused, the rest answered, and the service goes on", async () => {
    const log = pino({ level: "silent" });
    const plain = fixtureDeps({ log });
    let running = 0;
    let most = 0;
    const slow: Deps = {
      ...plain,
      answer: async (service, request) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running -= 1;
        return plain.answer(service, request);
      },
    };
    const app = createApp({ ...slow, ...limitAnswers(slow, createQueue(LIMITS)) });
    const server = await startServer({ app, host: "127.0.0.1", port: 0, log });
    try {
      let asked = 0;
      const nextPath = () => {
        asked += 1;
        return `/api/v1/shortcuts/quote?${queryOf({ ...TRADE, amountIn: `${asked}00000000000000` })}`;
      };
      const result = await autocannon({
        url: server.url,
        connections: 40,
        amount: REQUESTS,
        // All connections draw from one source; a list would be sent by each of them.
        requests: [
          { method: "GET", setupRequest: (request) => ({ ...request, path: nextPath() }) },
        ],
      });
      expect([result.errors, result.timeouts]).toEqual([0, 0]);
      expect(result["2xx"]).toBeGreaterThan(0);
      expect(result["5xx"]).toBeGreaterThan(0);
      expect(result["2xx"] + result["5xx"]).toBe(REQUESTS);
      expect(most).toBe(LIMITS.concurrent);
      expect(running).toBe(0);
      expect((await fetch(server.url + nextPath())).status).toBe(200);
    } finally {
      await server.close();
    }
  });
});
