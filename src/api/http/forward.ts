import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/** Where this service's own API is, as seen from here. */
const INNER = "/api/v1";
/** Headers of an inner answer that are of the outer one too. */
const KEPT = ["cache-control", "ratelimit", "ratelimit-policy", "retry-after", "www-authenticate"];

/** What an inner endpoint answered. */
export interface Inner<T> {
  readonly status: number;
  readonly headers: Headers;
  /** Of a success; of a failure its error. */
  readonly body: T;
}

/** Asks the service's own API as the caller would: key, limits and errors are its own. */
export type Forward = <T>(
  c: Context<AppEnv>,
  path: string,
  request?: { readonly query?: URLSearchParams; readonly body?: unknown },
) => Promise<Inner<T>>;

/** Forwards to the endpoints of an app. */
export function forwardTo(app: OpenAPIHono<AppEnv>): Forward {
  return async <T>(
    c: Context<AppEnv>,
    path: string,
    { query = new URLSearchParams(), body }: Parameters<Forward>[2] = {},
  ): Promise<Inner<T>> => {
    const url = new URL(c.req.url);
    url.pathname = INNER + path;
    const key = new URL(c.req.url).searchParams.get("apikey");
    const asked = new URLSearchParams(query);
    if (key !== null) asked.set("apikey", key);
    url.search = asked.toString();
    const headers = new Headers(c.req.raw.headers);
    headers.delete("accept-encoding");
    headers.delete("if-none-match");
    for (const name of ["content-length", "accept"]) headers.delete(name);
    headers.set("content-type", "application/json");
    headers.set("x-request-id", c.get("requestId"));
    const init: RequestInit =
      body === undefined
        ? { method: "GET", headers }
        : { method: "POST", headers, body: JSON.stringify(body) };
    const answered = await app.fetch(new Request(url, init), c.env);
    return {
      status: answered.status,
      headers: answered.headers,
      body: (await answered.json()) as T,
    };
  };
}

/** An inner answer as the outer one: an error as it is, a success in another shape. */
export function answer<T>(
  c: Context<AppEnv>,
  { status, headers, body }: Inner<T>,
  reshape: (body: T) => unknown,
): Response {
  for (const name of KEPT) {
    const value = headers.get(name);
    if (value !== null) c.header(name, value);
  }
  const answered = status === 200 ? reshape(body) : body;
  return c.body(JSON.stringify(answered), status as 200, { "content-type": "application/json" });
}
