import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream";
import { GATE_HEADERS } from "./messages.ts";

/** Headers that are of one connection, in lower case; those that a `Connection` header names are not told apart, as the server knows none. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "transfer-encoding", "te", "trailer"],
  ...["upgrade", "expect", ...Object.values(GATE_HEADERS)],
]);

/**
 * Passes a request on to the server and its answer back, both as streams. Resolves when the answer begins, or when there will be none, as
 * the client or the server is gone; never rejects.
 */
export type Forward = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  /** Of `process.hrtime`. */
  arrivedAt: bigint,
) => Promise<void>;

/** @param socketPath Unix socket of the server. */
export function createForward(socketPath: string): Forward {
  const kept = new Agent({ keepAlive: true });

  /** Null where Node's client would not send what its server has read. */
  function ask(incoming: IncomingMessage, arrivedAt: bigint): ClientRequest | null {
    const { method, url, headers, socket } = incoming;
    const isChunked = headers["transfer-encoding"] !== undefined;
    // The server may answer before it has read a body, and ends such a connection after a while, so that no other request may go over it. It
    // is not asked to end it at once: what is written to it after that would take the answer along.
    const hasBody = isChunked || headers["content-length"] !== undefined;
    try {
      return request({
        ...{ socketPath, agent: hasBody ? false : kept, setHost: false },
        ...(method === undefined ? {} : { method }),
        ...(url === undefined ? {} : { path: url }),
        headers: [
          ...ofMessage(incoming),
          ...[GATE_HEADERS.remoteAddress, socket.remoteAddress ?? ""],
          ...[GATE_HEADERS.arrivedAt, arrivedAt.toString()],
          ...(hasBody ? ["connection", "keep-alive"] : []),
          ...(isChunked ? ["transfer-encoding", "chunked"] : []),
        ],
      });
    } catch {
      return null;
    }
  }

  return (incoming, outgoing, arrivedAt) =>
    new Promise((resolve) => {
      const asked = outgoing.destroyed ? null : ask(incoming, arrivedAt);
      if (asked === null) {
        outgoing.destroy();
        resolve();
        return;
      }
      asked.once("response", (answer) => {
        resolve();
        outgoing.statusCode = answer.statusCode ?? 500;
        outgoing.statusMessage = answer.statusMessage ?? "";
        const pairs = ofMessage(answer);
        for (let at = 0; at + 1 < pairs.length; at += 2) {
          outgoing.appendHeader(pairs[at] as string, pairs[at + 1] as string);
        }
        // A failure of either ends the other, which is all there is to do.
        pipeline(answer, outgoing, () => undefined);
      });
      asked.on("error", () => {
        if (!outgoing.headersSent) outgoing.destroy();
      });
      outgoing.once("close", () => {
        resolve();
        if (outgoing.writableFinished && asked.writableFinished) return;
        // The client is gone, or was answered before its body was read: what is left of it goes nowhere, and the connection is for the next request.
        incoming.unpipe(asked).resume();
        asked.destroy();
      });
      incoming.pipe(asked);
    });
}

/** Names and values by turns, less those of the connection that it came over. */
function ofMessage({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter(
    (_, at) => !OF_CONNECTION.has((rawHeaders[at - (at % 2)] as string).toLowerCase()),
  );
}
