import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { ServiceError } from "../../lib/errors.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { errorAnswer } from "./errors.ts";

/** Milliseconds between two log lines of refused requests: a line for each would be load, too. */
const LOG_INTERVAL_MS = 1_000;

/** Which requests are refused before anything is done for them. */
export interface Admission {
  /** Paths of the endpoints whose answers go through the queue. */
  readonly paths: ReadonlySet<string>;
  /**
   * What a request would be refused with now; null: it would not be.
   *
   * @param entered Requests to these paths that are under way.
   */
  readonly refusal: (entered: number) => ServiceError | null;
  readonly metrics: Pick<Metrics, "answered" | "refused">;
  readonly log: Logger;
}

/**
 * Refuses a request that would wait for too long, and tells whether it did. Beside the app, as
 * the middlewares there cost several times what a refusal does, and under overload most requests
 * are refused.
 */
export type RefuseOverload = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** Refusals are counted one by one, and logged together. */
export function createRefuseOverload(admission: Admission): RefuseOverload {
  const { paths, refusal, metrics, log } = admission;
  let unlogged = 0;
  let entered = 0;

  /**
   * Counts a request until its end. One with a body is not: whoever sends it slowly would keep
   * others out.
   */
  function enter(method: string, outgoing: ServerResponse): void {
    if (method !== "GET" && method !== "HEAD") return;
    entered += 1;
    outgoing.once("close", () => {
      entered -= 1;
    });
  }

  function note(method: string, path: string, status: number): void {
    metrics.answered({ method, route: path, status, seconds: 0 });
    metrics.refused("overloaded");
    unlogged += 1;
    if (unlogged > 1) return;
    setTimeout(() => {
      log.warn({ refused: unlogged }, "requests were refused: more comes than can be answered");
      unlogged = 0;
    }, LOG_INTERVAL_MS).unref();
  }

  return (incoming, outgoing) => {
    const { method = "", url = "" } = incoming;
    const path = url.split("?", 1)[0] ?? "";
    if (method === "OPTIONS" || !paths.has(path)) return false;
    const refused = refusal(entered);
    if (refused === null) {
      enter(method, outgoing);
      return false;
    }
    const { status, headers, text } = errorAnswer(refused, randomUUID());
    outgoing.writeHead(status, { ...headers });
    outgoing.end(method === "HEAD" ? undefined : text);
    // What was sent along is not wanted, but the connection is for the next request.
    incoming.resume();
    note(method, path, status);
    return true;
  };
}
