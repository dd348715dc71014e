import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceError } from "../../lib/errors.ts";
import { errorAnswer } from "../errors.ts";
import type { RefusedRequests } from "./messages.ts";

/** Refused requests are told of together, once in this time: a message for each would be load, too. */
const TELL_EVERY_MS = 1_000;

/** Answers a request that is refused for now. */
export type Refuse = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  refusal: ServiceError,
) => void;

/** @param tell Called with the requests that were refused. */
export function createRefusals(tell: (refused: readonly RefusedRequests[]) => void): Refuse {
  let untold = new Map<string, RefusedRequests>();

  function note(request: Omit<RefusedRequests, "count">): void {
    if (untold.size === 0) {
      setTimeout(() => {
        const refused = [...untold.values()];
        untold = new Map();
        tell(refused);
      }, TELL_EVERY_MS).unref();
    }
    const alike = `${request.method} ${request.path} ${request.status}`;
    untold.set(alike, { ...request, count: (untold.get(alike)?.count ?? 0) + 1 });
  }

  return (incoming, outgoing, refusal) => {
    const { method = "", url = "" } = incoming;
    const { status, headers, text } = errorAnswer(refusal, randomUUID());
    outgoing.writeHead(status, {
      ...headers,
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "x-request-id,retry-after",
    });
    outgoing.end(method === "HEAD" ? undefined : text);
    // What was sent along is not wanted, but the connection is for the next request.
    incoming.resume();
    note({ method, path: pathOf(url), status });
  };
}

/** Path of a request's target, without its query. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}
