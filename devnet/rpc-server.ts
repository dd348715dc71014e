import { once } from "node:events";
import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import { assertPortFree } from "./port.ts";
import { RpcError } from "./rpc.ts";

/** A JSON-RPC server before a node. */
export interface RpcServer {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

export interface RpcServerOptions {
  /** 0 or absent: a free port. */
  readonly port?: number;
  /** What to do when `port` is in use; ends the error message. */
  readonly portRemedy?: string;
  /** What it throws as an RpcError is told as the node told it; all else is a 502. */
  readonly answer: (method: string, params: readonly unknown[]) => Promise<unknown>;
}

const request = z.object({
  id: z.union([z.number(), z.string(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

/**
 * Serves single requests over HTTP.
 *
 * @throws PortBusyError when `port` is given and taken.
 */
export async function serveRpc(options: RpcServerOptions): Promise<RpcServer> {
  const { answer, port: wanted = 0, portRemedy = "stop it." } = options;
  if (wanted !== 0) await assertPortFree(wanted, portRemedy);
  const server = createServer(async (incoming, outgoing) => {
    outgoing.setHeader("content-type", "application/json");
    try {
      const { id, method, params } = request.parse(JSON.parse(await readText(incoming)));
      try {
        const result = (await answer(method, params)) ?? null;
        outgoing.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        const { code, told: message, data } = error;
        const told = { code, message, ...(data === undefined ? {} : { data }) };
        outgoing.end(JSON.stringify({ jsonrpc: "2.0", id, error: told }));
      }
    } catch (error) {
      // The node behind it is gone, or the request was none.
      outgoing.writeHead(502).end(String(error));
    }
  });
  server.listen(wanted, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    ...{ url: `http://127.0.0.1:${port}`, port },
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
