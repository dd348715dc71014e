import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { isIP } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Logger } from "pino";
import { ServiceError } from "../lib/errors.ts";
import type { AppEnv } from "./app-env.ts";
import type { Usage } from "./child-process.ts";
import { errorAnswer, internalError } from "./errors.ts";
import { type Gate, ListenError, startGate } from "./gate/gate.ts";
import { GATE_HEADERS, type GateLimits, type RefusedRequests } from "./gate/messages.ts";
import type { KeyRing } from "./keys/ring.ts";

/** Larger than what the gate lets through, by what it adds. */
const MAX_HEADER_BYTES = 32 * 1024;

/** Anything that answers requests, e.g. `createApp(deps)`. */
export interface FetchHandler {
  readonly fetch: (request: Request, env: AppEnv["Bindings"]) => Response | Promise<Response>;
}

export interface ServerOptions {
  readonly app: FetchHandler;
  /** Interface to listen on. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Which requests are refused before they reach the app, and when; absent: none. */
  readonly limits?: GateLimits;
  /** Told of the requests that were refused so, once a second. */
  readonly onRefused?: (refused: readonly RefusedRequests[]) => void;
  /** Aborted when the service is about to close: each response then ends its connection. */
  readonly stopping?: AbortSignal;
  /** Milliseconds for which requests are still taken after that, if anybody is connected; 0 when absent. */
  readonly stopDelayMs?: number;
  readonly log: Logger;
}

/** A listening server. */
export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** What the process that listens uses; null before it first told. */
  usage(): Usage | null;
  /**
   * Takes requests for `stopDelayMs` more, so that balancers see `/ready` fail and clients see their connections end; then stops
   * listening, lets requests in flight finish for up to 10 s, and cuts what is left. To be called once `stopping` is aborted.
   */
  close(): Promise<void>;
}

/** The server could not be started; `code` is `HOST_WITHOUT_KEY` or the system's, such as `EADDRINUSE`. */
export class ServerStartError extends Error {
  override readonly name = "ServerStartError";
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Starts the public HTTP server: a gate that listens on `host`, and behind it, on a socket that is only the gate's, the app.
 *
 * @throws {ServerStartError} When `host` or the socket cannot be listened on.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { app, host, port, limits = null, stopping, stopDelayMs = 0, log } = options;
  const server = serverOf(app, host, log);
  const socketPath = await listenPrivately(server);
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(dirname(socketPath), { recursive: true, force: true });
  };
  let gate: Gate;
  try {
    const { onRefused = () => undefined } = options;
    gate = await startGate({ host, port, socketPath, limits, stopping, onRefused, log });
  } catch (error) {
    await close();
    if (!(error instanceof ListenError)) throw error;
    throw new ServerStartError(error.code, listenFailure(error, host, port), error);
  }
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${gate.port}`,
    usage: gate.usage,
    async close() {
      await gate.close(stopDelayMs);
      await close();
    },
  };
}

/**
 * Listens on a Unix socket in a new directory of its own, which no other user may enter; the socket's path.
 *
 * @throws {ServerStartError}
 */
async function listenPrivately(server: Server): Promise<string> {
  let directory: string | null = null;
  try {
    directory = await mkdtemp(join(tmpdir(), "weir-"));
    const socketPath = join(directory, "api.sock");
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(socketPath, resolve);
    });
    return socketPath;
  } catch (error) {
    if (directory !== null) await rm(directory, { recursive: true, force: true });
    const { code = "UNKNOWN", message } = error as NodeJS.ErrnoException;
    throw new ServerStartError(
      code,
      `No socket can be made in ${tmpdir()}: ${message}; set TMPDIR to a directory that this user may write, of at most 80 characters.`,
      error,
    );
  }
}

/** Answers what the gate passes on, for as long as the gate wants: limits of time and connections are the gate's. */
function serverOf(app: FetchHandler, host: string, log: Logger): Server {
  const listener = getRequestListener(
    (request, { incoming }) => {
      const told = (header: string) => incoming.headers[header]?.toString() || undefined;
      const arrivedAt = told(GATE_HEADERS.arrivedAt);
      return app.fetch(request, {
        remoteAddress: told(GATE_HEADERS.remoteAddress),
        arrivedAt: arrivedAt === undefined ? undefined : BigInt(arrivedAt),
      });
    },
    { hostname: host, errorHandler: (thrown) => failure(thrown, log) },
  );
  return createServer(
    {
      ...{ headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 },
      // HTTP/1.0 has none, and the gate demands it of the others.
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (incoming, outgoing) => {
      listener(incoming, outgoing).catch((error: unknown) => {
        log.error({ err: error }, "response could not be sent");
        outgoing.destroy();
      });
    },
  );
}

/**
 * Refuses to serve other machines while nobody has a key.
 *
 * @throws {ServerStartError} `HOST_WITHOUT_KEY`.
 */
export function requireKeyBeyondLoopback(host: string, keys: Pick<KeyRing, "hasKeys">): void {
  const isLoopback =
    host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
  if (isLoopback || keys.hasKeys()) return;
  throw new ServerStartError(
    "HOST_WITHOUT_KEY",
    `HOST ${host} is reachable from other machines, but no API key exists; make one with "npm run keys -- create" (without DATABASE_URL: while the service runs with HOST set to 127.0.0.1), then start again.`,
  );
}

function listenFailure(error: ListenError, host: string, port: number): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use by another process; stop it or set PORT to a free port.`;
    case "EACCES":
      return `Port ${port} on ${host} may not be opened by this user; set PORT to one above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST ${host} is no address of this machine; set HOST to 127.0.0.1.`;
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}; set HOST and PORT to what this machine offers.`;
  }
}

/** The answer to what the app could not answer: a request without a usable URL, or a failure outside of its handlers. */
function failure(thrown: unknown, log: Logger): Response {
  const requestId = crypto.randomUUID();
  const isBadRequest = thrown instanceof RequestError;
  if (!isBadRequest) log.error({ requestId, err: thrown }, "unexpected error");
  const error = isBadRequest
    ? new ServiceError("INVALID_ARGUMENT", `The request cannot be read: ${thrown.message}.`)
    : internalError(thrown, requestId);
  const { text, ...answer } = errorAnswer(error, requestId);
  return new Response(text, answer);
}
