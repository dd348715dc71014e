import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { assertPortFree } from "../port.ts";
import { createRpc, RpcError } from "../rpc.ts";
import { PROVIDER_CLASSES, type ProviderClass, type ProviderName } from "./classes.ts";
import { admitted, asTold, type PassingRequest, RefusedError } from "./rules.ts";

export interface ProviderOptions {
  /** The node's HTTP URL, which serves WebSockets too. */
  readonly nodeUrl: string;
  /** Whose behaviour it has. */
  readonly name: ProviderName;
  /** Leaves headers the blooms of their blocks, also where the class has others'. */
  readonly hasOwnBloom?: boolean;
  /** 0 or absent: a free port. */
  readonly port?: number;
  /** What to do when `port` is in use; ends the error message. */
  readonly portRemedy?: string;
}

/** A JSON-RPC endpoint before a node that behaves like a kind of rented one. */
export interface Provider {
  readonly url: string;
  /** Passes everything as it is: subscriptions to heads are what it is for. */
  readonly wsUrl: string;
  readonly port: number;
  /** Requests by method since the start, those refused included. */
  readonly counts: ReadonlyMap<string, number>;
  /** Requests refused for their rate, and bytes of all answers, since the start. */
  readonly traffic: { readonly limited: number; readonly bytes: number };
  stop(): Promise<void>;
}

const HOST = "127.0.0.1";
const TOO_MANY_REQUESTS = 429;
const request = z.object({
  id: z.union([z.number(), z.string(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});
const body = z.union([z.array(request), request]);

/**
 * Starts a provider.
 *
 * @throws PortBusyError when the port is taken.
 */
export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const { bloomLag, ...rest }: ProviderClass = PROVIDER_CLASSES[options.name];
  const rules = { ...rest, bloomLag: options.hasOwnBloom === true ? 0 : bloomLag };
  const node = createRpc(options.nodeUrl);
  const limit = createLimit(rules.requestsPerSecond);
  const counts = new Map<string, number>();
  const traffic = { limited: 0, bytes: 0 };
  const tunnels = new Set<Socket>();
  const { port: nodePort } = new URL(options.nodeUrl);
  if (options.port) await assertPortFree(options.port, options.portRemedy ?? "stop it.");

  async function answer({ id, ...asked }: z.output<typeof request>): Promise<object> {
    const reply = (rest: object) => ({ jsonrpc: "2.0", id, ...rest });
    try {
      const passing = await admitted(asked, { rules, node });
      const result = await node.request(passing.method, passing.params);
      return reply({ result: (await asTold(asked, result, { rules, node })) ?? null });
    } catch (error) {
      if (error instanceof RefusedError) return reply({ error: error.told });
      if (error instanceof RpcError) {
        const { code, data } = error;
        return reply({
          error: { code, message: error.told, ...(data === undefined ? {} : { data }) },
        });
      }
      throw error;
    }
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const asked = body.parse(JSON.parse(await readText(incoming)));
    const all: readonly (PassingRequest & z.output<typeof request>)[] = Array.isArray(asked)
      ? asked
      : [asked];
    for (const { method } of all) counts.set(method, (counts.get(method) ?? 0) + 1);
    await sleep(rules.latencyMs);
    const headers = { "content-type": "application/json" };
    const waitSeconds = limit(all.length);
    if (waitSeconds > 0) {
      traffic.limited += all.length;
      const error = { code: -32_005, message: "Too Many Requests" };
      outgoing
        .writeHead(TOO_MANY_REQUESTS, { ...headers, "retry-after": String(waitSeconds) })
        .end(JSON.stringify({ jsonrpc: "2.0", id: all[0]?.id ?? null, error }));
      return;
    }
    const answers = await Promise.all(all.map(answer));
    const sent = JSON.stringify(Array.isArray(asked) ? answers : answers[0]);
    traffic.bytes += Buffer.byteLength(sent);
    outgoing.writeHead(200, headers).end(sent);
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => {
      // The node behind it is gone, or the request was none.
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
  });
  server.on("upgrade", (incoming, socket, head) => {
    const { method, url, rawHeaders } = incoming;
    const lines = rawHeaders.flatMap((name, i) =>
      i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : [],
    );
    const tunnel = connect(Number(nodePort), HOST, () => {
      tunnel.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`);
      tunnel.write(head);
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnels.add(tunnel);
    const end = () => {
      tunnels.delete(tunnel);
      tunnel.destroy();
      socket.destroy();
    };
    for (const each of [tunnel, socket]) each.on("error", end).on("close", end);
  });
  server.listen(options.port ?? 0, HOST);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the provider has no port");
  const { port } = address;
  return {
    ...{ url: `http://${HOST}:${port}`, wsUrl: `ws://${HOST}:${port}`, port, counts, traffic },
    async stop() {
      for (const tunnel of tunnels) tunnel.destroy();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Counts requests against what a second allows, in windows of a second.
 *
 * @returns Seconds to wait, 0 when they are within it.
 */
function createLimit(perSecond: number | null): (requests: number) => number {
  let window = 0;
  let used = 0;
  return (requests) => {
    if (perSecond === null) return 0;
    const second = Math.floor(performance.now() / 1_000);
    if (second !== window) {
      window = second;
      used = 0;
    }
    used += requests;
    return used > perSecond ? 1 : 0;
  };
}
