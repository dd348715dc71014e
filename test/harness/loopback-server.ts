import { createServer, type RequestListener } from "node:http";

/** An HTTP server on a free loopback port. */
export interface LoopbackServer {
  readonly url: string;
  closeConnections(): void;
  stop(): Promise<void>;
}

/** Starts a server that answers by `listener`. */
export async function startLoopbackServer(listener: RequestListener): Promise<LoopbackServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    closeConnections: () => server.closeAllConnections(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
