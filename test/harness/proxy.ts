import {
  Agent,
  createServer,
  type IncomingMessage,
  request as open,
  type ServerResponse,
} from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A running reverse proxy. */
export interface Proxy {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * How long an upstream is left alone after it failed; the proxy of the deployment does the same.
 */
const FAIL_MS = 1_000;
const RETRY_MS = 100;
const TRIES = 20;
/**
 * How long a connection of a caller may rest: longer than callers keep one, so that none is closed
 * just as it is used again.
 */
const IDLE_MS = 75_000;

/**
 * Starts a proxy that hands requests to its upstreams in turn, and a GET which was not answered to
 * the next one: what the proxy of the deployment does.
 */
export async function startProxy(upstreams: () => readonly string[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const failedAtMs = new Map<string, number>();
  let turn = 0;

  function pick(): string | undefined {
    const all = upstreams();
    const now = performance.now();
    const healthy = all.filter((url) => now - (failedAtMs.get(url) ?? -FAIL_MS) >= FAIL_MS);
    const from = healthy.length > 0 ? healthy : all;
    turn += 1;
    return from[turn % from.length];
  }

  function forward(incoming: IncomingMessage, upstream: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { method, headers, url = "/" } = incoming;
      const options = { agent, ...(method && { method }), headers };
      const outgoing = open(new URL(url, upstream), options, resolve);
      outgoing.once("error", reject);
      incoming.pipe(outgoing);
    });
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    for (let tries = 1; ; tries++) {
      const upstream = pick() ?? "";
      try {
        const response = await forward(incoming, upstream);
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
        return;
      } catch (error) {
        failedAtMs.set(upstream, performance.now());
        if (incoming.method !== "GET" || tries === TRIES) {
          outgoing.writeHead(502).end(String(error));
          return;
        }
        await sleep(RETRY_MS);
      }
    }
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.keepAliveTimeout = IDLE_MS;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}
