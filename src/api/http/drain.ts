import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";

/** Time that requests in flight have to finish once the server no longer listens. */
const DRAIN_TIMEOUT_MS = 10_000;
const SWEEP_MS = 50;
/**
 * A connection without a request for so many sweeps has none under way. Not a time: while the event
 * loop stands still, nothing is read.
 */
const IDLE_SWEEPS = 10;

export interface DrainOptions {
  /** Aborted when the service is about to close: each response then ends its connection. */
  readonly stopping: AbortSignal;
  /** Called when requests in flight were cut. */
  readonly onCut: (afterMs: number) => void;
}

/** Ends a server without dropping a request that it has taken. */
export interface Drain {
  /** To be told of each response before it is made. */
  add(outgoing: ServerResponse): void;
  /**
   * Takes requests for `delayMs` more if anybody is connected, then stops listening, waits up to 10
   * s for the requests in flight and cuts what is left.
   */
  close(delayMs: number): Promise<void>;
}

/**
 * Follows the connections of a server.
 *
 * Node's own `close` cuts connections between two requests, whose next one may be under way. Here a
 * response tells the client that its connection ends, and only connections that stay silent are
 * cut.
 */
export function createDrain(server: Server, { stopping, onCut }: DrainOptions): Drain {
  /** Sweeps since each connection last did something; minus infinity while it has a request. */
  const silence = new Map<Socket, number>();
  server.on("connection", (socket) => {
    silence.set(socket, 0);
    socket.once("close", () => silence.delete(socket));
  });

  function sweep(): void {
    for (const [socket, sweeps] of silence) {
      if (sweeps >= IDLE_SWEEPS) socket.destroy();
      else silence.set(socket, sweeps + 1);
    }
  }

  return {
    add(outgoing) {
      const { socket } = outgoing;
      if (socket !== null) silence.set(socket, Number.NEGATIVE_INFINITY);
      const end = () => {
        if (!outgoing.headersSent) outgoing.setHeader("connection", "close");
      };
      if (stopping.aborted) end();
      stopping.addEventListener("abort", end);
      outgoing.once("close", () => {
        stopping.removeEventListener("abort", end);
        if (socket !== null && !socket.destroyed) silence.set(socket, 0);
      });
    },
    async close(delayMs) {
      // In steps: while the event loop stands still, nobody is told that the service stops.
      for (let left = silence.size > 0 ? delayMs : 0; left > 0; left -= SWEEP_MS) {
        await sleep(Math.min(left, SWEEP_MS));
      }
      // After a turn of the event loop no connection waits to be accepted, which closing would
      // reset.
      await turn();
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve());
      });
      const sweeper = setInterval(sweep, SWEEP_MS);
      const cut = setTimeout(() => {
        onCut(DRAIN_TIMEOUT_MS);
        server.closeAllConnections();
      }, DRAIN_TIMEOUT_MS);
      await closed;
      clearInterval(sweeper);
      clearTimeout(cut);
    },
  };
}
