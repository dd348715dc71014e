import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { ErrorCode } from "../../lib/errors.ts";
import type { AppEnv } from "../app-env.ts";
import { errorSchema } from "../error-schema.ts";
import { STATUS_OF_CODE } from "../errors.ts";
import { isTagged } from "./entity-tag.ts";
import { readJsonBody } from "./json-body.ts";
import { readQuery } from "./query.ts";

/** One operation of the API, a GET without a body and a POST with one: what it takes, what it gives and how it fails. */
export interface Endpoint<Q extends z.ZodObject = z.ZodObject, R extends z.ZodType = z.ZodType> {
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly query: Q;
  /** Parameters in the path, as `{name}`; absent: none. */
  readonly params?: z.ZodObject;
  /** Other name of a parameter → its name in `query`. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Schema of the JSON body, for the documentation. */
  readonly body?: z.ZodType;
  readonly response: R;
  /** Content types of the answer with their schemas; absent: `response` as JSON. */
  readonly content?: Readonly<Record<string, z.ZodType>>;
  /** Codes besides those that every endpoint may answer. */
  readonly errors: readonly ErrorCode[];
}

/** Serves an endpoint: the handler gets the validated query and returns the response body. */
export function mount<Q extends z.ZodObject, R extends z.ZodType>(
  app: OpenAPIHono<AppEnv>,
  endpoint: Endpoint<Q, R>,
  handle: (query: z.output<Q>, c: Context<AppEnv>) => z.output<R> | Promise<z.output<R>>,
): void {
  app.get(endpoint.path, async (c) => {
    const query = readQuery(endpoint.query, endpoint.aliases, c.req.url);
    noteChain(c, query);
    const body = await handle(query, c);
    noteBlock(c, body);
    return c.body(JSON.stringify(body), 200, { "content-type": "application/json" });
  });
}

/** As `mount`, for a path with parameters: the handler gets them beside the query. It may return a response of its own. */
export function mountPath<Q extends z.ZodObject, P extends z.ZodObject, R extends z.ZodType>(
  app: OpenAPIHono<AppEnv>,
  endpoint: Omit<Endpoint<Q, R>, "params"> & { readonly params: P },
  handle: (
    query: z.output<Q>,
    params: z.output<P>,
  ) => Promise<z.output<R> | Response> | z.output<R> | Response,
): void {
  const names = Object.keys(endpoint.params.shape);
  const path = endpoint.path.replace(/\{(\w+)\}/g, ":$1");
  app.get(path, async (c) => {
    const given = new URL("http://path");
    for (const name of names) given.searchParams.set(name, c.req.param(name) ?? "");
    const params = readQuery(endpoint.params, {}, given.href);
    const query = readQuery(endpoint.query, endpoint.aliases, c.req.url);
    noteChain(c, { ...query, ...params });
    const body = await handle(query, params);
    if (body instanceof Response) return body;
    return c.body(JSON.stringify(body), 200, { "content-type": "application/json" });
  });
}

/** As `mount`, for a list: a caller that has what would be answered, as `If-None-Match` says, gets 304 without it being made. */
export function mountList<Q extends z.ZodObject, R extends z.ZodType>(
  app: OpenAPIHono<AppEnv>,
  endpoint: Endpoint<Q, R>,
  {
    tagOf,
    handle,
  }: {
    readonly tagOf: (query: z.output<Q>) => string;
    readonly handle: (query: z.output<Q>) => z.output<R> | Promise<z.output<R>>;
  },
): void {
  app.get(endpoint.path, async (c) => {
    const query = readQuery(endpoint.query, endpoint.aliases, c.req.url);
    noteChain(c, query);
    const etag = tagOf(query);
    c.header("cache-control", "private, no-cache");
    if (isTagged(c.req.header("if-none-match"), etag)) return c.body(null, 304, { etag });
    const body = JSON.stringify(await handle(query));
    // A block that came meanwhile may be in the answer.
    if (tagOf(query) === etag) c.header("etag", etag);
    return c.body(body, 200, { "content-type": "application/json" });
  });
}

/** As `mount`, for an endpoint with a body: the handler gets the parsed JSON, which it has to validate. */
export function mountPost<Q extends z.ZodObject, R extends z.ZodType>(
  app: OpenAPIHono<AppEnv>,
  endpoint: Endpoint<Q, R>,
  handle: (request: {
    readonly query: z.output<Q>;
    readonly body: unknown;
  }) => z.output<R> | Promise<z.output<R>>,
): void {
  app.post(endpoint.path, async (c) => {
    const query = readQuery(endpoint.query, endpoint.aliases, c.req.url);
    noteChain(c, query);
    const answer = await handle({ query, body: await readJsonBody(c.req.raw) });
    noteBlock(c, answer);
    return c.body(JSON.stringify(answer), 200, { "content-type": "application/json" });
  });
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

/** What any request may fail with. */
const ALWAYS_POSSIBLE: readonly ErrorCode[] = [
  "INVALID_ARGUMENT",
  "UNAUTHORIZED",
  "RATE_LIMITED",
  "OVERLOADED",
  "INTERNAL",
];

/** Adds an endpoint to the OpenAPI document of an app. */
export function describeEndpoint(app: OpenAPIHono<AppEnv>, endpoint: Endpoint): void {
  const { path, operationId, tag, summary, description, query, aliases, body, response } = endpoint;
  const { params, content = { "application/json": response } } = endpoint;
  const codes: ErrorCode[] = [...ALWAYS_POSSIBLE, ...endpoint.errors];
  if (body !== undefined) codes.push("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  app.openAPIRegistry.registerPath({
    method: body === undefined ? "get" : "post",
    path,
    operationId,
    tags: [tag],
    summary,
    description,
    security: [{ bearer: [] }, { apikey: [] }, {}],
    request: {
      query: withAliases(query, aliases),
      ...(params !== undefined && { params }),
      ...(body !== undefined && {
        body: { required: true, content: { "application/json": { schema: body } } },
      }),
    },
    responses: {
      200: {
        description: "Success.",
        content: Object.fromEntries(
          Object.entries(content).map(([type, schema]) => [type, { schema }]),
        ),
      },
      ...errorResponses(codes),
    },
  });
}

function withAliases(query: z.ZodObject, aliases: Readonly<Record<string, string>>): z.ZodObject {
  const shape: Record<string, z.core.$ZodType> = { ...query.shape };
  for (const [alias, name] of Object.entries(aliases)) {
    const original = query.shape[name];
    if (original instanceof z.ZodType) {
      shape[alias] = original.openapi({ description: `The same parameter as \`${name}\`.` });
    }
  }
  return z.object(shape);
}

function errorResponses(codes: readonly ErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => STATUS_OF_CODE[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: [...new Set(codes)]
          .filter((code) => STATUS_OF_CODE[code] === status)
          .map((code) => `\`${code}\``)
          .join(", "),
        content: { "application/json": { schema: errorSchema } },
      },
    ]),
  );
}
