import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { createPost } from "../../src/lib/http-post.ts";

/** A request as the server saw it. */
interface Heard {
  readonly incoming: IncomingMessage;
  readonly body: string;
}

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server; its URL has a path and a query. */
async function serve(answer: (heard: Heard, outgoing: ServerResponse) => void): Promise<URL> {
  const server = createServer(async (incoming, outgoing) => {
    answer({ incoming, body: await readText(incoming) }, outgoing);
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return new URL(`http://127.0.0.1:${address.port}/key?a=b`);
}

const echo = ({ incoming, body }: Heard, outgoing: ServerResponse): void => {
  const { method, url, headers, socket } = incoming;
  outgoing.end(JSON.stringify({ method, url, headers, body, port: socket.remotePort }));
};

async function echoed(url: URL, json = "{}") {
  return JSON.parse((await createPost(url.href)(json, 1_000)).text);
}

describe("createPost", () => {
  test("default: method, path, headers and body arrive", async () => {
    expect(await echoed(await serve(echo), `{"a":"ä"}`)).toMatchObject({
      ...{ method: "POST", url: "/key?a=b", body: `{"a":"ä"}` },
      headers: { "content-type": "application/json", "content-length": "10" },
    });
  });

  test("behavior: status, headers and a long body are passed on whole", async () => {
    const long = "ä€".repeat(1_000_000);
    const url = await serve((_, outgoing) => {
      outgoing.writeHead(418, { "Retry-After": "7" }).end(long);
    });
    const { status, headers, text } = await createPost(url.href)("{}", 5_000);
    expect([status, headers["retry-after"], text === long]).toEqual([418, "7", true]);
  });

  test("behavior: connections are used again", async () => {
    const post = createPost((await serve(echo)).href);
    const ports = new Set<number>();
    for (let i = 0; i < 5; i++) ports.add(JSON.parse((await post("{}", 1_000)).text).port);
    expect(ports.size).toBe(1);
  });

  test("behavior: name and password of the URL are sent", async () => {
    const url = await serve(echo);
    Object.assign(url, { username: "me", password: "p@ss" });
    const { headers } = await echoed(url);
    expect(headers.authorization).toBe(`Basic ${btoa("me:p@ss")}`);
  });

  test("behavior: a body in gzip is asked for and decompressed", async () => {
    const url = await serve(({ incoming }, outgoing) => {
      const isAsked = incoming.headers["accept-encoding"] === "gzip";
      outgoing.writeHead(isAsked ? 200 : 406, { "content-encoding": "gzip" });
      outgoing.end(gzipSync("a body"));
    });
    expect(await createPost(url.href)("{}", 1_000)).toMatchObject({ status: 200, text: "a body" });
  });

  test("behavior: a redirect is an answer", async () => {
    const url = await serve((_, outgoing) => {
      outgoing.writeHead(307, { location: "/other" }).end("moved");
    });
    expect(await createPost(url.href)("{}", 1_000)).toMatchObject({ status: 307, text: "moved" });
  });

  test("error: what decompression says of a damaged body", async () => {
    const url = await serve((_, outgoing) => {
      outgoing.writeHead(200, { "content-encoding": "gzip" }).end("no gzip");
    });
    const failed = expect(createPost(url.href)("{}", 1_000)).rejects;
    await failed.toMatchObject({ code: "Z_DATA_ERROR" });
  });

  test.each([
    ["before the headers", () => undefined],
    ["within the body", (outgoing: ServerResponse) => void outgoing.write("half")],
  ])("error: HTTP_TIMEOUT %s", async (_, begin) => {
    const url = await serve((_, outgoing) => begin(outgoing));
    await expect(createPost(url.href)("{}", 100)).rejects.toMatchObject({ code: "HTTP_TIMEOUT" });
  });

  test("error: what sockets say, of a server that hangs up and of none", async () => {
    const url = await serve(({ body }, outgoing) => {
      if (body === "later") outgoing.writeHead(200, { "content-length": "9" }).write("half");
      setTimeout(() => outgoing.destroy(), 20);
    });
    const post = createPost(url.href);
    await expect(post("at once", 1_000)).rejects.toMatchObject({ code: "ECONNRESET" });
    await expect(post("later", 1_000)).rejects.toMatchObject({ code: "ECONNRESET" });
    servers[0]?.close();
    await expect(post("none", 1_000)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
