import type { Logger } from "pino";

export interface HeadAnnouncementsOptions {
  /** `ws://` or `wss://` URL of the node. */
  readonly wsUrl: string;
  /** Called for every new head; what it is has to be asked for. */
  readonly onHead: () => void;
  readonly log: Logger;
}

/** Milliseconds before another connection is tried. */
const RECONNECT_MS = 2_000;

/**
 * Subscribes to the new heads of a node and stays subscribed over broken connections.
 *
 * @returns Function that ends it.
 */
export function followHeadAnnouncements(options: HeadAnnouncementsOptions): () => void {
  const { wsUrl, onHead, log } = options;
  let socket: WebSocket | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function connect(): void {
    timer = null;
    socket = new WebSocket(wsUrl);
    const own = socket;
    own.addEventListener("open", () => {
      own.send(
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] }),
      );
    });
    own.addEventListener("message", ({ data }) => {
      const text = String(data);
      if (text.includes('"eth_subscription"')) onHead();
      else if (text.includes('"error"')) log.warn("the node announces no heads; polling");
    });
    // A failed connection fires "error" and then "close".
    own.addEventListener("close", () => {
      if (!closed) timer = setTimeout(connect, RECONNECT_MS);
    });
  }

  connect();
  return () => {
    closed = true;
    if (timer !== null) clearTimeout(timer);
    socket?.close();
  };
}
