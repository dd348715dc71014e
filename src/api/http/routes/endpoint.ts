import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { ErrorCode } from "../../../lib/errors.ts";
import { keyRequired } from "../access.ts";
import type { AppEnv } from "../app-env.ts";
import type { Deps } from "../deps.ts";
import { encodedFor } from "../encoding.ts";
import { isTagged, listTag } from "./entity-tag.ts";
import { readJsonBody } from "./json-body.ts";
import { readQuery, unknownNames } from "./query.ts";

/**
 * What an answer says to caches: nothing, that it may not be kept, that it has to be asked for
 * again before it is used, or the same with an `ETag`, for which `If-None-Match` gets 304 without
 * the answer being made. A tagged answer depends on the query and the snapshots of the chains
 * alone.
 */
export type CachePolicy = "unsaid" | "no-store" | "no-cache" | "tagged";

const CACHE_CONTROL: Readonly<Record<CachePolicy, string | null>> = {
  unsaid: null,
  "no-store": "no-store",
  "no-cache": "private, no-cache",
  tagged: "private, no-cache",
};

/** What the service states of an operation of the API: a GET without a body, a POST with one. */
interface Statement<Q extends z.ZodObject, P extends z.ZodObject, R extends z.ZodType> {
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly query: Q;
  /** Parameters in the path, as `{name}`. */
  readonly params: P;
  /** Other name of a parameter → its name in `query`. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Schema of the JSON body, for the documentation; the handler validates what it gets. */
  readonly body?: z.ZodType;
  readonly response: R;
  /** Content types of the answer with their schemas; absent: `response` as JSON. */
  readonly content?: Readonly<Record<string, z.ZodType>>;
  /** Codes besides those that every endpoint may answer. */
  readonly errors: readonly ErrorCode[];
  /** Units of the rate limit that a request costs: roughly the time that an answer takes. */
  readonly cost: number;
  /** Whether its answers are dear, and wait for their turn. */
  readonly queued: boolean;
  readonly cache: CachePolicy;
  /** Whether a valid key is needed even where others need none. */
  readonly needsKey?: true;
}

/** A request with validated parameters. */
interface EndpointRequest<Q extends z.ZodObject, P extends z.ZodObject> {
  readonly query: z.output<Q>;
  readonly params: z.output<P>;
  /** Parsed JSON, not validated; undefined of a GET. */
  readonly body: unknown;
}

interface Definition<Q extends z.ZodObject, P extends z.ZodObject, R extends z.ZodType>
  extends Statement<Q, P, R> {
  /** Makes the body of the answer, or a response of its own. */
  readonly handle: (
    deps: Deps,
    request: EndpointRequest<Q, P>,
    c: Context<AppEnv>,
  ) => z.output<R> | Response | Promise<z.output<R> | Response>;
}

/** One operation of the API: all that the service knows of it, and how it is served. */
export interface Endpoint<
  Q extends z.ZodObject = z.ZodObject,
  P extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
> extends Statement<Q, P, R> {
  readonly mount: (app: OpenAPIHono<AppEnv>, deps: Deps) => void;
}

/** The `query` or `params` of an endpoint that takes none. */
export const NO_PARAMETERS = z.object({});

/** Makes an endpoint, to be listed in `endpoints.ts`. */
export function endpoint<Q extends z.ZodObject, P extends z.ZodObject, R extends z.ZodType>({
  handle,
  ...stated
}: Definition<Q, P, R>): Endpoint<Q, P, R> {
  const { path, aliases, cache } = stated;
  const route = path.replace(/\{(\w+)\}/g, ":$1");
  const method = stated.body === undefined ? "get" : "post";

  const answer = async (deps: Deps, c: Context<AppEnv>): Promise<Response> => {
    const params = readParams(stated.params, c);
    const query = readQuery(stated.query, aliases, c.req.url);
    noteChain(c, { ...query, ...params });
    const unknown = unknownNames(stated.query, aliases, c.req.url);
    if (unknown.length > 0) c.header("warning", ignoredWarning(unknown));
    const body = method === "post" ? await bodyOf(c) : undefined;
    const control = CACHE_CONTROL[cache];
    if (control !== null) c.header("cache-control", control);
    const tag = (): string | null => (cache === "tagged" ? listTag(deps, path, query) : null);
    const etag = tag();
    if (etag !== null && isTagged(c.req.header("if-none-match"), etag)) {
      return c.body(null, 304, { etag });
    }
    const answered = await handle(deps, { query, params, body }, c);
    if (answered instanceof Response) {
      const { status, headers } = answered;
      return c.newResponse(answered.body, { status: status as StatusCode, headers });
    }
    noteBlock(c, answered);
    const text = JSON.stringify(answered);
    // A block that came meanwhile may be in the answer.
    if (etag !== null && tag() === etag) c.header("etag", etag);
    const { body: encoded, headers } = await encodedFor(c.req.header("accept-encoding"), text);
    return c.body(encoded, 200, { ...headers, "content-type": "application/json" });
  };

  return {
    ...stated,
    mount(app, deps) {
      if (stated.needsKey === true) app.on(method, route, keyRequired);
      app[method](route, (c) => answer(deps, c));
    },
  };
}

/**
 * The `Warning` of parameters that were ignored, which may have been misspelt.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7234#section-5.5.7
 */
function ignoredWarning(names: readonly string[]): string {
  return `299 - "unknown parameters ignored: ${names.join(", ")}"`;
}

/** The body; while it arrives, the sender is who is waited for. */
async function bodyOf(c: Context<AppEnv>): Promise<unknown> {
  c.set("awaitsBody", true);
  const body = await readJsonBody(c.req.raw);
  c.set("awaitsBody", false);
  return body;
}

function readParams<P extends z.ZodObject>(schema: P, c: Context<AppEnv>): z.output<P> {
  const given = new URL("http://path");
  for (const name of Object.keys(schema.shape)) {
    given.searchParams.set(name, c.req.param(name) ?? "");
  }
  return readQuery(schema, {}, given.href);
}

/** Tells the log which chain a request is about. */
function noteChain(c: Context<AppEnv>, query: object): void {
  if ("chainId" in query && typeof query.chainId === "number") c.set("chainId", query.chainId);
}

/** Tells the log which block an answer is for. */
function noteBlock(c: Context<AppEnv>, body: unknown): void {
  if (typeof body !== "object" || body === null || !("createdAt" in body)) return;
  if (typeof body.createdAt === "number") c.set("block", body.createdAt);
}
