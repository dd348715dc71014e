import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { urlToHttpOptions } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** What a server answered. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The whole body, decompressed. */
  readonly text: string;
}

/**
 * Posts JSON to one URL and reads the answer, all within `timeoutMs` milliseconds.
 *
 * @throws HttpTimeoutError, and what sockets and decompression throw, with a `code`.
 */
export type Post = (json: string, timeoutMs: number) => Promise<HttpAnswer>;

/** The answer did not arrive in time. */
export class HttpTimeoutError extends Error {
  override readonly name = "HttpTimeoutError";
  readonly code = "HTTP_TIMEOUT";

  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}

/** Shorter than servers keep idle connections, so that they close none just as it is used again. */
const IDLE_MS = 4_000;
const AGENT = { keepAlive: true, scheduling: "lifo", timeout: IDLE_MS } as const;
const HEADERS = { "accept-encoding": "gzip", "content-type": "application/json" };
const decompress = promisify<Buffer, Buffer>(gunzip);

/**
 * Posts to `url`, http or https, over connections that stay open; a name and password in it are
 * sent as basic authentication. Redirects are answers like others.
 *
 * Node's own client takes 0.10 ms of the thread for a request where `fetch` takes 0.36 ms.
 */
export function createPost(url: string): Post {
  const at = new URL(url);
  const [Agent, send] =
    at.protocol === "https:" ? [HttpsAgent, httpsRequest] : [HttpAgent, httpRequest];
  const options = {
    ...urlToHttpOptions(at),
    ...{ agent: new Agent(AGENT), method: "POST", headers: HEADERS },
  };
  return (json, timeoutMs) =>
    new Promise((resolve, reject) => {
      const outgoing = send(options, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", fail);
        incoming.once("end", () => {
          clearTimeout(timer);
          const { statusCode: status = 0, headers } = incoming;
          textOf(Buffer.concat(chunks), headers).then(
            (text) => resolve({ status, headers, text }),
            reject,
          );
        });
      });
      const fail = (error: Error): void => {
        clearTimeout(timer);
        reject(error);
      };
      const timer = setTimeout(() => {
        reject(new HttpTimeoutError(timeoutMs));
        outgoing.destroy();
      }, timeoutMs);
      outgoing.on("error", fail);
      outgoing.end(json);
    });
}

async function textOf(body: Buffer, headers: IncomingHttpHeaders): Promise<string> {
  const isCompressed = headers["content-encoding"] === "gzip" && body.length > 0;
  return String(isCompressed ? await decompress(body) : body);
}
