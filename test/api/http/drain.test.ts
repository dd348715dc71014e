import { once } from "node:events";
import { Writable } from "node:stream";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type FetchHandler,
  type RunningServer,
  startServer,
} from "../../../src/api/http/server.ts";
import { createLogger } from "../../../src/lib/logging.ts";
import { keepAsking } from "../../harness/load.ts";

const DONE: FetchHandler = { fetch: () => new Response("done") };
const running: RunningServer[] = [];
let logged = "";

function recorder() {
  logged = "";
  const destination = new Writable({
    write(chunk, _, done) {
      logged += chunk;
      done();
    },
  });
  return createLogger({ level: "warn", destination });
}

async function start(app = DONE): Promise<RunningServer> {
  const server = await startServer({ app, host: "127.0.0.1", port: 0, log: recorder() });
  running.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

describe("createDrain", () => {
  test("default", async () => {
    const server = await start();
    await fetch(`${server.url}/health`);
    const started = performance.now();
    await server.close();
    expect(performance.now() - started).toBeLessThan(1_000);
    await expect(fetch(`${server.url}/health`)).rejects.toThrow("fetch failed");
  });

  test("behavior: requests in flight finish, new ones are refused", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const app = {
      fetch: async () => {
        await gate;
        return new Response("done");
      },
    };
    const server = await start(app);
    const slow = fetch(server.url);
    await sleep(50);
    const closing = server.close();
    await sleep(50);
    await expect(fetch(server.url)).rejects.toThrow("fetch failed");
    release();
    expect(await (await slow).text()).toBe("done");
    await closing;
  });

  test("behavior: under load, no request is dropped between the signal and the end", async () => {
    const stop = new AbortController();
    let answered = 0;
    const app = {
      fetch: async (request: Request) => {
        if (request.url.endsWith("/ready")) {
          return new Response(null, { status: stop.signal.aborted ? 503 : 200 });
        }
        await sleep(5);
        answered += 1;
        return new Response("done");
      },
    };
    const log = recorder();
    const server = await startServer({
      ...{ app, host: "127.0.0.1", port: 0, log },
      ...{ stopping: stop.signal, stopDelayMs: 500 },
    });
    const load = keepAsking(server.url, { connections: 20, readyUrl: `${server.url}/ready` });
    await sleep(100);
    stop.abort();
    await server.close();
    const { byStatus, dropped } = await load;
    expect(dropped).toEqual([]);
    expect(byStatus).toEqual(new Map([[200, answered]]));
    expect(logged).not.toContain("were cut");
  });

  test("behavior: a request that came while the process stood still is answered", async () => {
    const log = recorder();
    const server = await startServer({ app: DONE, host: "127.0.0.1", port: 0, log });
    // A client of its own thread, whose second request comes while this one stands still.
    const client = new Worker(
      `const { parentPort, workerData } = require("node:worker_threads");
      const ask = async () => parentPort.postMessage(await (await fetch(workerData)).text());
      ask().then(() => setTimeout(ask, 300));`,
      { eval: true, workerData: server.url },
    );
    try {
      await once(client, "message");
      const closing = server.close();
      await sleep(100);
      // Timers are the first that the event loop looks at after this.
      await turn();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
      expect(await Promise.race([once(client, "message"), once(client, "error")])).toEqual([
        "done",
      ]);
      await closing;
    } finally {
      await client.terminate();
    }
  });

  test("behavior: responses end their connection once the service stops", async () => {
    const stop = new AbortController();
    const server = await startServer({
      ...{ app: DONE, host: "127.0.0.1", port: 0, log: recorder(), stopping: stop.signal },
    });
    running.push(server);
    expect((await fetch(server.url)).headers.get("connection")).toBe("keep-alive");
    stop.abort();
    expect((await fetch(server.url)).headers.get("connection")).toBe("close");
  });

  test("behavior: what is in flight for too long is cut", async () => {
    const app = { fetch: () => new Promise<Response>(() => undefined) };
    const server = await start(app);
    const endless = fetch(server.url).then(
      () => "answered",
      () => "cut",
    );
    await sleep(50);
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
    try {
      const closing = server.close();
      await sleep(50);
      await vi.advanceTimersByTimeAsync(9_900);
      expect(logged).toBe("");
      await vi.advanceTimersByTimeAsync(200);
      await closing;
    } finally {
      vi.useRealTimers();
    }
    expect(await endless).toBe("cut");
    expect(logged).toContain("requests in flight were cut");
  });
});
