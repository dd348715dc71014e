import { createServer, type Server } from "node:http";
import { isIP } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Logger } from "pino";
import { ServiceError } from "../../lib/errors.ts";
import type { KeyRing } from "../keys/ring.ts";
import type { AppEnv } from "./app-env.ts";
import { createDrain } from "./drain.ts";
import { errorAnswer, internalError } from "./errors.ts";
import { type Admission, createRefuseOverload } from "./refusals.ts";
import { answerExpectation, answerUnreadable } from "./unreadable.ts";

/** Time to read the headers of a request. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Time to read a request with its body. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than what proxies keep a connection open for, 60 s by default. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/**
 * Connections that may wait to be accepted: a full line makes clients wait for seconds, as they
 * knock again ever later.
 */
const BACKLOG = 4_096;
/** Largest request line and headers together. */
const MAX_HEADER_BYTES = 16 * 1024;

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
  readonly admission?: Omit<Admission, "log">;
  /** Aborted when the service is about to close: each response then ends its connection. */
  readonly stopping?: AbortSignal;
  /**
   * Milliseconds for which requests are still taken after that, if anybody is connected; 0 when
   * absent.
   */
  readonly stopDelayMs?: number;
  /** Called with each connection. */
  readonly onConnection?: () => void;
  readonly log: Logger;
}

/** A listening server. */
export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  /**
   * Takes requests for `stopDelayMs` more, so that balancers see `/ready` fail and clients see
   * their connections end; then stops listening, lets requests in flight finish for up to 10 s,
   * and cuts what is left. To be called once `stopping` is aborted.
   */
  close(): Promise<void>;
}

/**
 * The server could not be started; `code` is `HOST_WITHOUT_KEY` or the system's, such as
 * `EADDRINUSE`.
 */
export class ServerStartError extends Error {
  override readonly name = "ServerStartError";
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Starts the public HTTP server.
 *
 * @throws {ServerStartError} When `host` cannot be listened on.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, port, stopping = new AbortController().signal, stopDelayMs = 0, log } = options;
  const answer = listenerOf(options.app, host, log);
  const { admission } = options;
  const refuse = admission === undefined ? null : createRefuseOverload({ ...admission, log });
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node's own answer to a request without a host has no body.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      drain.add(outgoing);
      if (refuse?.(incoming, outgoing) === true) return;
      answer(incoming, outgoing).catch((error: unknown) => {
        log.error({ err: error }, "response could not be sent");
        outgoing.destroy();
      });
    },
  );
  const drain = createDrain(server, {
    stopping,
    onCut: (afterMs) => log.warn({ drainTimeoutMs: afterMs }, "requests in flight were cut"),
  });
  if (options.onConnection !== undefined) server.on("connection", options.onConnection);
  server.on("clientError", answerUnreadable);
  server.on("checkExpectation", answerExpectation);
  const bound = await listen(server, host, port);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    close: () => drain.close(stopDelayMs),
  };
}

/** Listens; the port, which the system picks for 0. @throws {ServerStartError} */
function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const { code = "UNKNOWN" } = error;
      reject(new ServerStartError(code, listenFailure(error, host, port), error));
    });
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const address = server.address();
      resolve(address !== null && typeof address === "object" ? address.port : port);
    });
  });
}

/** The app as a listener of Node's server. */
function listenerOf(app: FetchHandler, host: string, log: Logger) {
  return getRequestListener(
    (request, { incoming }) => app.fetch(request, { remoteAddress: incoming.socket.remoteAddress }),
    { hostname: host, errorHandler: (thrown) => failure(thrown, log) },
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
    `HOST ${host} is reachable from other machines, but no API key exists; make one with "npm run keys -- create", then start again.`,
  );
}

function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): string {
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

/**
 * The answer to what the app could not answer: a request without a usable URL, or a failure outside
 * of its handlers.
 */
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
