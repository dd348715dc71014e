import { createServer } from "node:net";

/** A port that was asked for is taken by another process. */
export class PortBusyError extends Error {
  override readonly name = "PortBusyError";
  readonly port: number;

  constructor(port: number, remedy: string) {
    super(`Port ${port} is in use by another process; ${remedy}`);
    this.port = port;
  }
}

/** A TCP port on 127.0.0.1 that nothing listens on now. */
export async function freePort(): Promise<number> {
  const port = await bindOnce(0);
  if (port === null) throw new Error("No free port on 127.0.0.1; close a process that listens.");
  return port;
}

/**
 * Checks that nothing listens on `port` of 127.0.0.1.
 *
 * @param remedy What the reader can do, e.g. which variable to set.
 * @throws PortBusyError
 */
export async function assertPortFree(port: number, remedy: string): Promise<void> {
  if ((await bindOnce(port)) === null) throw new PortBusyError(port, remedy);
}

/** Binds and releases a port: the port, or null where it is in use. */
function bindOnce(port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(null);
      else reject(error);
    });
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      const bound = address !== null && typeof address === "object" ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
