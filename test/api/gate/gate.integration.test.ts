import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request as send } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type FetchHandler, type RunningServer, startServer } from "../../../src/api/server.ts";
import { descendants, stillRunning } from "../../harness/processes.ts";

const running: RunningServer[] = [];

async function start(fetch: FetchHandler["fetch"]): Promise<RunningServer> {
  const log = pino({ level: "silent" });
  const server = await startServer({ app: { fetch }, host: "127.0.0.1", port: 0, log });
  running.push(server);
  return server;
}

/** Processes of gates that this process started. */
function gates(): readonly number[] {
  const all = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], {
    encoding: "utf8",
  });
  return all
    .split("\n")
    .filter((line) => line.includes("gate/process-main"))
    .map((line) => Number.parseInt(line, 10));
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

describe("startGate", () => {
  test("default: method, target, headers and body arrive as they were sent, and so does the answer", async () => {
    const { url } = await start(async (request, { remoteAddress }) => {
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
    });
    const sent = send(`${url}/a%2Fb//c?x=%20&y=\u00e9`, {
      method: "PUT",
      headers: {
        ...{ host: "weir.example", "x-forwarded-for": ["10.0.0.1", "10.0.0.2"] },
        // What only the gate may say, and what is of one connection.
        ...{ "x-weir-remote-address": "10.9.9.9", "keep-alive": "timeout=9", te: "trailers" },
      },
    });
    sent.write("one ");
    sent.end("two");
    const [answer] = await once(sent, "response");
    expect([answer.statusCode, answer.statusMessage]).toEqual([207, "Multi-Status"]);
    expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(answer.rawHeaders.filter((name: string) => /^date$/i.test(name))).toHaveLength(1);
    const told = JSON.parse(await text(answer));
    expect(told).toMatchObject({
      ...{ method: "PUT", url: "http://weir.example/a%2Fb//c?x=%20&y=%C3%A9", body: "one two" },
      remoteAddress: "127.0.0.1",
      headers: { "x-forwarded-for": "10.0.0.1, 10.0.0.2" },
    });
    expect(told.headers).not.toHaveProperty("keep-alive");
    expect(told.headers).not.toHaveProperty("te");
  });

  test("behavior: bodies that nobody reads take no answer along, nor the next request's", async () => {
    const { url } = await start((request) => new Response(new URL(request.url).pathname));
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
    const { url } = await start((request) => new Response(new URL(request.url).pathname));
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("GET /old HTTP/1.0\r\n\r\n");
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\n\r\n\/old$/);
  });

  test("behavior: it tells what it uses", async () => {
    const server = await start(() => new Response("done"));
    await expect.poll(() => server.usage()?.residentBytes).toBeGreaterThan(1e7);
  });

  test("behavior: a killed gate is replaced on the same port", async () => {
    const { url } = await start(() => new Response("done"));
    const [before] = gates();
    // One that dies as soon as it starts would not be replaced.
    await sleep(1_100);
    process.kill(before ?? 0, "SIGKILL");
    const ask = async () => (await fetch(url)).text();
    await expect.poll(() => ask().catch(() => null)).toBe("done");
    expect(gates()).not.toContain(before);
    expect(gates()).toHaveLength(1);
  });

  test("behavior: an answer that fails halfway ends the connection", async () => {
    const { url } = await start(() => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("half"));
          setTimeout(() => controller.error(new Error("gone")), 50);
        },
      });
      return new Response(body);
    });
    const complain = vi.spyOn(console, "error").mockReturnValue();
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
    expect(complain).toHaveBeenCalledOnce();
    complain.mockRestore();
  });

  test("behavior: no gate outlives its server", async () => {
    const server = await start(() => new Response("done"));
    await server.close();
    expect(gates()).toEqual([]);
  });

  test("behavior: nothing is left of a server that is killed", async () => {
    const directory = mkdtempSync(join(tmpdir(), "weir-gate-"));
    const file = join(import.meta.dirname, "../../../src/api/server.ts");
    const code = `import { startServer } from ${JSON.stringify(file)};
      await startServer({ app: null, host: "127.0.0.1", port: 0, log: console });
      console.log("started");`;
    const server = spawn(process.execPath, ["--input-type=module", "--eval", code], {
      env: { ...process.env, TMPDIR: directory },
    });
    await once(server.stdout, "data");
    const family = descendants(server.pid ?? 0);
    expect([family.length, readdirSync(directory).length]).toEqual([1, 1]);
    server.kill("SIGKILL");
    await expect.poll(() => stillRunning(family)).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
    rmSync(directory, { recursive: true });
  });
});
