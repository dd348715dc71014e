import type { Answer, GetPath } from "./types";

/** Parameters of a query; what is undefined or empty is left out. */
export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** What the API says of a failure: the fact, the values, the remedy. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.data = body.data ?? {};
    this.requestId = body.requestId ?? null;
  }
}

interface ErrorBody {
  readonly statusCode?: number;
  readonly code: string;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
}

/** The API from a page of its own origin. */
export interface Api {
  get<P extends GetPath>(path: P, query?: Parameters, signal?: AbortSignal): Promise<Answer<P>>;
  /** Of a path with parts, or one that answers with other statuses too. */
  getAny<T>(path: string, query?: Parameters, signal?: AbortSignal): Promise<T>;
  post<T>(path: string, query: Parameters, body: unknown, signal?: AbortSignal): Promise<T>;
  /** What is sent piece by piece. */
  open(path: string, query: Parameters, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Sent with every call; kept in memory alone. */
  setKey(key: string | null): void;
}

/** Query string of `parameters`, with its question mark. */
export function queryString(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
}

/** Asks the API at this page's origin. */
export function createApi(): Api {
  let key: string | null = null;
  const answerTo = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (key !== null) headers.set("authorization", `Bearer ${key}`);
    return fetch(url, { ...init, headers }).catch((error: unknown) => {
      if (init.signal?.aborted === true) throw error;
      throw new ApiError(0, {
        code: "UNREACHABLE",
        message: "The service does not answer; see whether it still runs.",
      });
    });
  };
  const ask = async <T>(url: string, init: RequestInit): Promise<T> => {
    const response = await answerTo(url, init);
    const text = await response.text();
    // Whether a chain is behind is an answer, too.
    if (response.ok || url.startsWith("/ready")) return JSON.parse(text) as T;
    throw errorOf(text, response.status);
  };
  return {
    get: (path, query = {}, signal) => ask(`${path}${queryString(query)}`, withSignal(signal)),
    getAny: (path, query = {}, signal) => ask(`${path}${queryString(query)}`, withSignal(signal)),
    post: (path, query, body, signal) =>
      ask(`${path}${queryString(query)}`, {
        ...withSignal(signal),
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    open: async (path, query, signal) => {
      const response = await answerTo(`${path}${queryString(query)}`, { signal });
      if (!response.ok || response.body === null) {
        throw errorOf(await response.text(), response.status);
      }
      return response.body;
    },
    setKey: (given) => {
      key = given;
    },
  };
}

function withSignal(signal: AbortSignal | undefined): RequestInit {
  return signal === undefined ? {} : { signal };
}

/**
 * The error that a text states, which may come from a proxy and be none of the API's own; `status`
 * is the text's own if it has one.
 */
export function errorOf(text: string, status = 0): ApiError {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody>;
    if (typeof body.message === "string" && typeof body.code === "string") {
      return new ApiError(body.statusCode ?? status, body as ErrorBody);
    }
  } catch {
    // Not JSON: said below.
  }
  const message = `The answer has status ${status} and no explanation.`;
  return new ApiError(status, { code: `HTTP_${status}`, message });
}
