import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { urlToHttpOptions } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

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
 * @throws HttpTimeoutError, HttpAnswerError, and what sockets and decompression throw, with a `code`.
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

/** The answer cannot be followed or read. The message holds nothing of a URL, which may hold a key. */
export class HttpAnswerError extends Error {
  override readonly name = "HttpAnswerError";
  readonly code: "HTTP_REDIRECT" | "HTTP_ENCODING";

  constructor(code: HttpAnswerError["code"], fact: string) {
    super(fact);
    this.code = code;
  }
}

/** A place to post to, its URL taken apart once. */
interface Target {
  readonly href: string;
  readonly options: RequestOptions;
  readonly send: typeof httpRequest;
}

interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Shorter than servers keep idle connections, so that they close none just as it is used again. */
const IDLE_MS = 4_000;
const AGENT = { keepAlive: true, scheduling: "lifo", timeout: IDLE_MS } as const;
/** As many as `fetch` follows. @see https://fetch.spec.whatwg.org/#concept-http-redirect-fetch */
const MAX_REDIRECTS = 20;
/** Those that keep method and body: the others lead to a GET. @see https://www.rfc-editor.org/rfc/rfc9110#section-15.4 */
const REDIRECTS: ReadonlySet<number> = new Set([307, 308]);
const HEADERS = {
  accept: "*/*",
  "accept-encoding": "gzip, deflate, br",
  "content-type": "application/json",
  "user-agent": "node",
};

const unzip = promisify<Buffer, Buffer>(gunzip);
const DECOMPRESS: ReadonlyMap<string, (bytes: Buffer) => Promise<Buffer>> = new Map([
  ["gzip", unzip],
  ["x-gzip", unzip],
  ["deflate", promisify<Buffer, Buffer>(inflate)],
  ["br", promisify<Buffer, Buffer>(brotliDecompress)],
  ["identity", (bytes: Buffer) => Promise.resolve(bytes)],
]);

/**
 * Posts to `url`, http or https, over connections that stay open; a name and password in it are sent as basic authentication.
 * Node's own client rather than `fetch`, which costs the thread several times as much for each request.
 */
export function createPost(url: string): Post {
  const agents = { http: new HttpAgent(AGENT), https: new HttpsAgent(AGENT) };

  function targetOf(at: URL): Target {
    const isHttps = at.protocol === "https:";
    const options = {
      ...urlToHttpOptions(at),
      agent: isHttps ? agents.https : agents.http,
      method: "POST",
      headers: HEADERS,
    };
    return { href: at.href, options, send: isHttps ? httpsRequest : httpRequest };
  }

  const first = targetOf(new URL(url));
  return async (json, timeoutMs) => {
    const endMs = performance.now() + timeoutMs;
    let target = first;
    for (let redirects = 0; ; redirects++) {
      const answer = await exchange(target, json, { timeoutMs, endMs });
      const { location } = answer.headers;
      if (location === undefined || !REDIRECTS.has(answer.status)) return readable(answer);
      if (redirects === MAX_REDIRECTS) {
        throw new HttpAnswerError("HTTP_REDIRECT", `more than ${MAX_REDIRECTS} redirects`);
      }
      target = targetOf(redirected(location, target.href));
    }
  };
}

function exchange(
  { options, send }: Target,
  json: string,
  { timeoutMs, endMs }: { readonly timeoutMs: number; readonly endMs: number },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = send(options, (incoming) => {
      const { statusCode: status = 0, headers } = incoming;
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.once("end", () => {
        clearTimeout(timer);
        resolve({ status, headers, body: Buffer.concat(chunks) });
      });
      incoming.on("error", fail);
    });
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    const timer = setTimeout(() => {
      reject(new HttpTimeoutError(timeoutMs));
      outgoing.destroy();
    }, endMs - performance.now());
    outgoing.on("error", fail);
    outgoing.end(json);
  });
}

function redirected(location: string, from: string): URL {
  const at = URL.parse(location, from);
  if (at !== null && /^https?:$/.test(at.protocol)) return at;
  throw new HttpAnswerError("HTTP_REDIRECT", "a redirect to no HTTP URL");
}

async function readable({ status, headers, body }: RawAnswer): Promise<HttpAnswer> {
  const encoding = headers["content-encoding"]?.trim().toLowerCase();
  if (encoding === undefined || body.length === 0) return { status, headers, text: String(body) };
  const decompress = DECOMPRESS.get(encoding);
  if (decompress === undefined) {
    throw new HttpAnswerError("HTTP_ENCODING", `the body is encoded as ${encoding}`);
  }
  return { status, headers, text: String(await decompress(body)) };
}
