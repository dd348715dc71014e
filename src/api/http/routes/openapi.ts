import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../../lib/errors.ts";
import type { AppEnv } from "../app-env.ts";
import { errorSchema } from "../error-schema.ts";
import { STATUS_OF_CODE } from "../errors.ts";
import type { Endpoint } from "./endpoint.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { describeStatus } from "./status.ts";

/** The OpenAPI 3.1 document of the API, the same on every call. */
export function openApiDocument() {
  const app = new OpenAPIHono<AppEnv>();
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "API key. Needed only where the operator has created keys.",
  });
  app.openAPIRegistry.registerComponent("securitySchemes", "apikey", {
    type: "apiKey",
    in: "query",
    name: "apikey",
    description: "API key; the Authorization header wins when both are given.",
  });
  for (const endpoint of ENDPOINTS) describeEndpoint(app, endpoint);
  describeStatus(app);
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Weir",
      version: "1.0.0",
      description:
        "Routing and bundling of DeFi operations on the chains that this service indexes. Addresses are accepted in any letter case and answered in lower case. Amounts are decimal strings in the smallest unit of their token. One-valued parameters also arrive as `x[]=v` and `x[0]=v`; lists are comma-separated or repeated. Unknown parameters are ignored, and named in a `Warning` header. Answers carry `RateLimit-Policy` and `RateLimit` headers where a limit applies: cost units per minute, those left, and seconds until all are given back. Lists of tokens and positions carry an `ETag`; with `If-None-Match` they answer 304 while nothing changed.",
      license: { name: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [
      { name: "Catalog", description: "What can be routed." },
      { name: "Shortcuts", description: "Quotes and transactions." },
      { name: "History", description: "What was, by hour or day." },
      { name: "Wallets", description: "What a strategy needs of an account." },
      { name: "Operations", description: "State of the service." },
    ],
  });
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
function describeEndpoint(app: OpenAPIHono<AppEnv>, endpoint: Endpoint): void {
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
      params,
      ...(body !== undefined && {
        body: { required: true, content: { "application/json": { schema: body } } },
      }),
    },
    responses: {
      200: {
        description: "Success.",
        headers: headersOf(endpoint),
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
        headers: {
          ...ANY_ANSWER,
          ...((status === 429 || status === 503) && { "Retry-After": RETRY_AFTER }),
        },
        content: { "application/json": { schema: errorSchema } },
      },
    ]),
  );
}

function header(description: string, example: string) {
  return { description, schema: { type: "string" as const, example } };
}

/** Of answers and errors alike. */
const ANY_ANSWER = {
  "X-Request-Id": header("The request's own id, or one made for it.", "8f0a8b5e"),
  RateLimit: header(
    "Cost units that are left, and seconds until all are back.",
    '"key";r=29990;t=60',
  ),
  "RateLimit-Policy": header("Cost units in a window of seconds.", '"key";q=30000;w=60'),
};
const RETRY_AFTER = header("Seconds after which to try again.", "1");

/** Headers of a success. */
function headersOf({ path, cache }: Endpoint) {
  return {
    ...ANY_ANSWER,
    Warning: header(
      "Only where parameters were ignored, which may have been misspelt: their names.",
      '299 - "unknown parameters ignored: amuntIn"',
    ),
    ...(cache === "tagged" && {
      ETag: header("Changes with what the list is made from; see If-None-Match.", '"Zk3v"'),
    }),
    ...(cache !== "unsaid" && {
      "Cache-Control": header("Whether an answer may be kept.", "no-store"),
    }),
    ...(path.endsWith("/shortcuts/route") && {
      Deprecation: header("With toEOA: since when that is deprecated.", "@1743465600"),
    }),
  };
}
