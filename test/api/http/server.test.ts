import { once } from "node:events";
import { request as send } from "node:http";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createApp } from "../../../src/api/http/app.ts";
import { errorSchema } from "../../../src/api/http/error-schema.ts";
import {
  type FetchHandler,
  type RunningServer,
  requireKeyBeyondLoopback,
  startServer,
} from "../../../src/api/http/server.ts";
import { createLogger } from "../../../src/lib/logging.ts";
import { fixtureDeps } from "../fixture/app.ts";

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
function raw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes));
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

  test("behavior: a request without a host is answered", async () => {
    const answer = await raw(
      (await start()).url,
      "GET /health HTTP/1.1\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("error: INVALID_ARGUMENT of an unknown Expect, readable for browsers", async () => {
    const answer = await raw(
      (await start()).url,
      "GET /health HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/access-control-allow-origin: \*/i);
    expect(errorIn(answer)).toMatchObject({ statusCode: 400, code: "INVALID_ARGUMENT" });
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

  test("default: method, target, headers and body arrive as they were sent, and so does the answer", async () => {
    const { url } = await start({
      fetch: async (request, { remoteAddress }) => {
        const { method, headers } = request;
        const told = { method, url: request.url, remoteAddress, body: await request.text() };
        return Response.json(
          { ...told, headers: Object.fromEntries(headers) },
          {
            status: 207,
            headers: [
              ["set-cookie", "a=1"],
              ["set-cookie", "b=2"],
            ],
          },
        );
      },
    });
    const sent = send(`${url}/a%2Fb//c?x=%20&y=\u00e9`, {
      method: "PUT",
      headers: { host: "weir.example", "x-forwarded-for": ["10.0.0.1", "10.0.0.2"] },
    });
    sent.write("one ");
    sent.end("two");
    const [answer] = await once(sent, "response");
    expect([answer.statusCode, answer.statusMessage]).toEqual([207, "Multi-Status"]);
    expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(answer.rawHeaders.filter((name: string) => /^date$/i.test(name))).toHaveLength(1);
    expect(JSON.parse(await text(answer))).toMatchObject({
      ...{ method: "PUT", url: "http://weir.example/a%2Fb//c?x=%20&y=%C3%A9", body: "one two" },
      remoteAddress: "127.0.0.1",
      headers: { "x-forwarded-for": "10.0.0.1, 10.0.0.2" },
    });
  });

  test("behavior: bodies that nobody reads take no answer along, nor the next request's", async () => {
    const { url } = await start({
      fetch: (request) => new Response(new URL(request.url).pathname),
    });
    const port = Number(new URL(url).port);
    const bodies = ["abc", "x".repeat(200_000)];
    const asked = Array.from({ length: 200 }, async (_, at) => {
      const socket = connect(port, "127.0.0.1");
      const body = bodies[at % bodies.length] ?? "";
      // In one packet, where they fit.
      socket.write(
        `POST /first HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}GET /second HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
      );
      return (await text(socket)).match(/\/(first|second)/g)?.join(" ");
    });
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["/first /second"]));
  });

  test("behavior: HTTP/1.0, without a host and without chunks", async () => {
    const { url } = await start({
      fetch: (request) => new Response(new URL(request.url).pathname),
    });
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("GET /old HTTP/1.0\r\n\r\n");
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\n\r\n\/old$/);
  });

  test("behavior: an answer that fails halfway ends the connection", async () => {
    const { url } = await start({
      fetch: () => {
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode("half"));
            setTimeout(() => controller.error(new Error("gone")), 50);
          },
        });
        return new Response(body);
      },
    });
    const complain = vi.spyOn(console, "error").mockReturnValue();
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
    expect(complain).toHaveBeenCalledOnce();
    complain.mockRestore();
  });
});
