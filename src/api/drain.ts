import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { Logger } from "pino";

/** Time that requests in flight have to finish once the server no longer listens. */
const DRAIN_TIMEOUT_MS = 10_000;
/** A connection without a request for so long has none under way. */
const IDLE_MS = 500;
const SWEEP_MS = 50;

export interface DrainOptions {
  /** Aborted when the service is about to close: each response then ends its connection. */
  readonly stopping: AbortSignal | undefined;
  readonly log: Logger;
}

/** Ends a server without dropping a request that it has taken. */
export interface Drain {
  /** To be told of each response before it is made. */
  add(outgoing: ServerResponse): void;
  /**
   * Takes requests for `delayMs` more if anybody is connected, then stops listening, waits up to 10 s for the requests in flight and
   * cuts what is left.
   */
  close(delayMs: number): Promise<void>;
}

/**
 * Follows the connections of a server.
 *
 * Node's own `close` cuts connections between two requests, whose next one may be under way. Here a response tells the client that
 * its connection ends, and only connections that stay silent are cut.
 */
export function createDrain(server: Server, { stopping, log }: DrainOptions): Drain {
  /** When each connection last did something; infinity while it has a request. */
  const activeAtMs = new Map<Socket, number>();
  server.on("connection", (socket) => {
    activeAtMs.set(socket, performance.now());
    socket.once("close", () => activeAtMs.delete(socket));
  });

  function sweep(): void {
    const now = performance.now();
    for (const [socket, at] of activeAtMs) if (now - at > IDLE_MS) socket.destroy();
  }

  return {
    add(outgoing) {
      const { socket } = outgoing;
      if (socket !== null) activeAtMs.set(socket, Number.POSITIVE_INFINITY);
      const end = () => {
        if (!outgoing.headersSent) outgoing.setHeader("connection", "close");
      };
      if (stopping?.aborted) end();
      stopping?.addEventListener("abort", end);
      outgoing.once("close", () => {
        stopping?.removeEventListener("abort", end);
        if (socket !== null && !socket.destroyed) activeAtMs.set(socket, performance.now());
      });
    },
    async close(delayMs) {
      if (activeAtMs.size > 0) await sleep(delayMs);
      // After a turn of the event loop no connection waits to be accepted, which closing would reset.
      await turn();
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve());
      });
      const sweeper = setInterval(sweep, SWEEP_MS);
      const cut = setTimeout(() => {
        log.warn({ drainTimeoutMs: DRAIN_TIMEOUT_MS }, "requests in flight were cut");
        server.closeAllConnections();
      }, DRAIN_TIMEOUT_MS);
      await closed;
      clearInterval(sweeper);
      clearTimeout(cut);
    },
  };
}
