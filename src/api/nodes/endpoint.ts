import { z } from "zod";
import { createPost, type HttpAnswer, HttpAnswerError, HttpTimeoutError } from "./http-post.ts";

/** A JSON-RPC request. */
export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The error member of a JSON-RPC response. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What became of one request to one node. */
export type Reply =
  | { readonly kind: "answer"; readonly result: unknown; readonly text: string }
  | { readonly kind: "error"; readonly error: RpcError; readonly text: string }
  /** The node did not answer, or not with JSON-RPC. */
  | {
      readonly kind: "fault";
      /** In words; neither the URL nor what the node sent. */
      readonly reason: string;
      /** Milliseconds that the node asks to be left alone; null when it does not. */
      readonly retryAfterMs: number | null;
    };

/** Sends requests to one URL. */
export type Endpoint = (request: RpcRequest, timeoutMs: number) => Promise<Reply>;

const DEFAULT_RETRY_AFTER_MS = 1_000;
const LONGEST_RETRY_AFTER_MS = 60_000;
const TOO_MANY_REQUESTS = 429;
/** Statuses whose body, if it is a JSON-RPC error, speaks of the node rather than of the request. */
const OF_THE_NODE: ReadonlySet<number> = new Set([401, 402, 403, TOO_MANY_REQUESTS]);

const response = z.union([
  z.object({
    error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ result: z.unknown() }).refine((body) => body.result !== undefined),
]);

/** An endpoint over HTTP. It never rejects. @param url Of http or https. */
export function createEndpoint(url: string): Endpoint {
  const post = createPost(url);
  return async ({ method, params }, timeoutMs) => {
    let answer: HttpAnswer;
    try {
      answer = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), timeoutMs);
    } catch (error) {
      return fault(networkReason(error));
    }
    const { status, text } = answer;
    const retryAfter = answer.headers["retry-after"];
    const body = parse(text);
    if (status === TOO_MANY_REQUESTS) return limited(retryAfter);
    if (body === null) {
      return fault(status < 400 ? "the answer is no JSON-RPC" : `status ${status}`);
    }
    if ("error" in body) {
      if (body.error.code === TOO_MANY_REQUESTS) return limited(retryAfter);
      if (status >= 500 || OF_THE_NODE.has(status)) return fault(`status ${status}`);
      const { code, message, data } = body.error;
      return { kind: "error", error: { code, message, data }, text };
    }
    if (status >= 400) return fault(`status ${status}`);
    return { kind: "answer", result: body.result, text };
  };
}

function fault(reason: string, retryAfterMs: number | null = null): Reply {
  return { kind: "fault", reason, retryAfterMs };
}

/** Seconds or a date, as RFC 9110 allows. */
function limited(retryAfter = ""): Reply {
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter) - Date.now();
  const wanted = ms > 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : DEFAULT_RETRY_AFTER_MS;
  return fault("it limits the rate", wanted);
}

function parse(text: string): z.output<typeof response> | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  return response.safeParse(body).data ?? null;
}

function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof HttpTimeoutError || error instanceof HttpAnswerError) return error.message;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
