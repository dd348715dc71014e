import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { errorSchema } from "../../src/api/error-schema.ts";
import { createLogger } from "../../src/api/logging.ts";
import {
  type FetchHandler,
  type RunningServer,
  requireKeyBeyondLoopback,
  startServer,
} from "../../src/api/server.ts";
import { keepAsking } from "../harness/load.ts";
import { fixtureDeps } from "./fixture.ts";

const CANARY = "canary-3b1d";
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
  return createLogger({ level: "trace", destination });
}

async function start(app?: FetchHandler, host = "127.0.0.1"): Promise<RunningServer> {
  const log = recorder();
  const server = await startServer({
    app: app ?? createApp(fixtureDeps({ log })),
    host,
    port: 0,
    log,
  });
  running.push(server);
  return server;
}

/** Sends bytes as they are; answers with all that comes back until the server closes. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setEncoding("utf8").on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

function errorIn(answer: string) {
  return errorSchema.parse(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)));
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

describe("requireKeyBeyondLoopback", () => {
  const hosts = ["0.0.0.0", "::", "192.168.0.1", "example.org", ""];

  test("default", () => {
    for (const host of ["127.0.0.1", "127.1.2.3", "localhost", "::1"]) {
      expect(() => requireKeyBeyondLoopback(host, { hasKeys: () => false })).not.toThrow();
    }
    for (const host of hosts) {
      expect(() => requireKeyBeyondLoopback(host, { hasKeys: () => true })).not.toThrow();
    }
  });

  test("error: HOST_WITHOUT_KEY", () => {
    for (const host of hosts) {
      expect(() => requireKeyBeyondLoopback(host, { hasKeys: () => false })).toThrow(
        expect.objectContaining({
          name: "ServerStartError",
          code: "HOST_WITHOUT_KEY",
          message: expect.stringMatching(/npm run keys -- create/),
        }),
      );
    }
  });
});

describe("startServer", () => {
  test("default", async () => {
    const server = await start();
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(`${server.url}/api/v1/tokens`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ meta: { total: 7 } });
  });

  test("behavior: localhost and ::1 are loopback", async () => {
    for (const host of ["localhost", "::1"]) {
      const { url } = await start(undefined, host);
      expect((await fetch(`${url}/health`)).status).toBe(200);
    }
  });

  test("error: EADDRINUSE", async () => {
    const port = Number(new URL((await start()).url).port);
    const second = startServer({
      app: createApp(fixtureDeps()),
      host: "127.0.0.1",
      port,
      log: recorder(),
    });
    await expect(second).rejects.toMatchObject({
      code: "EADDRINUSE",
      message: expect.stringMatching(new RegExp(`Port ${port} .* set PORT to a free port`)),
    });
  });

  test("error: a directory for temporary files that is missing, or whose name is too long", async () => {
    const own = mkdtempSync(join(tmpdir(), "weir-server-"));
    const long = join(own, "a".repeat(90));
    mkdirSync(long);
    try {
      for (const [directory, code] of [
        [join(own, "missing"), "ENOENT"],
        [long, "EINVAL"],
      ] as const) {
        vi.stubEnv("TMPDIR", directory);
        await expect(start()).rejects.toMatchObject({
          ...{ name: "ServerStartError", code },
          message: expect.stringMatching(new RegExp(`in ${directory}: .*; set TMPDIR to`)),
        });
      }
      expect(readdirSync(long)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(own, { recursive: true });
    }
  });

  test("behavior: what is no HTTP is 400 in the usual shape", async () => {
    const { url } = await start();
    const answer = await raw(url, `NONSENSE ${CANARY}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(errorIn(answer)).toMatchObject({ code: "INVALID_ARGUMENT", statusCode: 400 });
    expect(answer).not.toContain(CANARY);
    expect(logged).not.toContain(CANARY);
  });

  test("behavior: a request without a usable URL is 400 in the usual shape", async () => {
    const { url } = await start();
    for (const head of [
      `GET /health HTTP/1.1\r\nHost: a b${CANARY}\r\nConnection: close\r\n\r\n`,
      "GET \\\\x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    ]) {
      const answer = await raw(url, head);
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(errorIn(answer)).toMatchObject({ code: "INVALID_ARGUMENT", statusCode: 400 });
    }
    expect(logged).not.toContain(CANARY);
  });

  test("error: PAYLOAD_TOO_LARGE", async () => {
    const { url } = await start();
    const answer = await raw(
      url,
      `GET /?${CANARY}=${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
    expect(errorIn(answer)).toMatchObject({ code: "PAYLOAD_TOO_LARGE", statusCode: 413 });
    expect(logged).not.toContain(CANARY);
  });

  test("error: INTERNAL", async () => {
    for (const thrown of [new Error(`https://rpc.example/${CANARY}`), CANARY]) {
      const { url } = await start({ fetch: () => Promise.reject(thrown) });
      const response = await fetch(url);
      expect(response.status).toBe(500);
      const body = errorSchema.parse(await response.json());
      expect(body.code).toBe("INTERNAL");
      expect(JSON.stringify(body)).not.toContain(CANARY);
      expect(logged).toContain(body.requestId);
    }
  });

  test("behavior: HEAD, keep-alive and a body that nobody reads", async () => {
    const { url } = await start();
    const head = await fetch(`${url}/api/v1/tokens`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const post = await fetch(`${url}/api/v1/tokens`, { method: "POST", body: "x".repeat(200_000) });
    expect(post.status).toBe(405);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });
});

describe("close", () => {
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
    const app = { fetch: () => new Response("done") };
    const log = recorder();
    const server = await startServer({ app, host: "127.0.0.1", port: 0, log });
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
    const app = { fetch: () => new Response("done") };
    const server = await startServer({
      ...{ app, host: "127.0.0.1", port: 0, log: recorder(), stopping: stop.signal },
    });
    running.push(server);
    expect((await fetch(server.url)).headers.get("connection")).toBe("keep-alive");
    stop.abort();
    expect((await fetch(server.url)).headers.get("connection")).toBe("close");
  });
});
