import { createServer, type Server } from "node:http";
import { ServiceError } from "../../lib/errors.ts";
import { createAdmission } from "./admission.ts";
import { createDrain, type Drain } from "./drain.ts";
import { createForward, type Forward } from "./forward.ts";
import type { GateSettings, RefusedRequests } from "./messages.ts";
import { createRefusals, pathOf } from "./refusals.ts";
import { answerUnreadable } from "./unreadable.ts";

/** Time to read the headers of a request. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Time to read a request with its body. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than what proxies keep a connection open for, 60 s by default. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Connections that may wait to be accepted: a full line makes clients wait for seconds, as they knock again ever later. */
const BACKLOG = 4_096;
/** Largest request line and headers together. */
const MAX_HEADER_BYTES = 16 * 1024;

export interface GateEvents {
  /** Aborted when the service is about to close: each response then ends its connection. */
  readonly stopping: AbortSignal;
  readonly onRefused: (refused: readonly RefusedRequests[]) => void;
  /** Called when requests in flight were cut at the end. */
  readonly onCut: (afterMs: number) => void;
}

/** A gate that listens. */
export interface Serving {
  readonly port: number;
  readonly close: Drain["close"];
}

/**
 * Listens for requests and passes them on, but for those that would wait for too long: their refusal costs a small part of what the server
 * spends on a request, whose thread keeps working on what was accepted, however much is asked of it.
 *
 * @throws NodeJS.ErrnoException When it cannot listen.
 */
export async function serve(settings: GateSettings, events: GateEvents): Promise<Serving> {
  const take = taking(settings, events.onRefused);
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (incoming, outgoing) => {
      drain.add(outgoing);
      take(incoming, outgoing, process.hrtime.bigint());
    },
  );
  const drain = createDrain(server, events);
  server.on("clientError", answerUnreadable);
  const port = await listen(server, settings);
  return { port, close: drain.close };
}

/** Passes a request on or refuses it. */
function taking(
  { socketPath, limits }: GateSettings,
  onRefused: GateEvents["onRefused"],
): (...request: Parameters<Forward>) => void {
  const forward = createForward(socketPath);
  if (limits === null) return (...request) => void forward(...request);
  const admission = createAdmission(limits);
  const paths = new Set(limits.paths);
  const refuse = createRefusals(onRefused);

  /** Lets a request through in its turn. */
  async function admit(...request: Parameters<Forward>): Promise<void> {
    const [incoming, outgoing] = request;
    try {
      await admission.run(() => forward(...request));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      refuse(incoming, outgoing, error);
    }
  }

  return (...request) => {
    const [incoming, outgoing] = request;
    const { method, url = "" } = incoming;
    if (method === "OPTIONS" || !paths.has(pathOf(url))) {
      void forward(...request);
    } else if (method === "GET" || method === "HEAD") {
      void admit(...request);
    } else {
      // Not given a place, which whoever sends a body slowly would keep from others: the server has a queue for what it has read.
      const refusal = admission.refusal();
      if (refusal === null) void forward(...request);
      else refuse(incoming, outgoing, refusal);
    }
  };
}

function listen(server: Server, { host, port }: GateSettings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const address = server.address();
      resolve(address !== null && typeof address === "object" ? address.port : port);
    });
  });
}
