import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { ServiceError } from "../../lib/errors.ts";
import { errorBody, errorHeaders, errorText } from "../errors.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Queue } from "./queue.ts";

export interface SheddingOptions {
  readonly queue: Queue;
  /** Paths of the requests that go through the queue. */
  readonly paths: ReadonlySet<string>;
  readonly metrics: Pick<Metrics, "answered" | "refused">;
  readonly log: Logger;
}

/** Answers a request when it is to be refused, and tells whether it did. */
export type Shedding = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** Refused requests are logged together, once in this time: a line for each would be load, too. */
const LOG_EVERY_MS = 1_000;

/**
 * Refuses, before anything is read of them but method and path, the requests that the queue would refuse anyway. A refusal costs so a small
 * part of what the app spends on a request, and the service keeps working on what it accepted, however much is asked of it.
 */
export function createShedding({ queue, paths, metrics, log }: SheddingOptions): Shedding {
  let unlogged = 0;
  function note(): void {
    unlogged += 1;
    if (unlogged > 1) return;
    setTimeout(() => {
      log.warn({ refused: unlogged }, "requests were refused: more comes than can be answered");
      unlogged = 0;
    }, LOG_EVERY_MS).unref();
  }
  return (incoming, outgoing) => {
    const { method = "", url = "" } = incoming;
    if (method === "OPTIONS") return false;
    const [path = ""] = url.split("?", 1);
    if (!paths.has(path)) return false;
    const refusal = queue.refusal();
    if (refusal === null) return false;
    answer(outgoing, method, refusal);
    // What was sent along is not wanted, but the connection is for the next request.
    incoming.resume();
    metrics.answered({ method, route: path, status: outgoing.statusCode, seconds: 0 });
    metrics.refused("overloaded");
    note();
    return true;
  };
}

function answer(outgoing: ServerResponse, method: string, refusal: ServiceError): void {
  const requestId = randomUUID();
  const body = errorBody(refusal, requestId);
  const text = errorText(body);
  outgoing.writeHead(body.statusCode, {
    ...errorHeaders(refusal),
    "content-length": Buffer.byteLength(text),
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "x-request-id,retry-after",
  });
  outgoing.end(method === "HEAD" ? undefined : text);
}
