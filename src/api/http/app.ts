import { randomUUID } from "node:crypto";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { methodNotAllowed } from "hono/method-not-allowed";
import { secureHeaders } from "hono/secure-headers";
import { ServiceError } from "../../lib/errors.ts";
import { errorRecord } from "../../lib/logging.ts";
import { accessControl } from "./access.ts";
import type { AppEnv } from "./app-env.ts";
import type { Deps } from "./deps.ts";
import { encodedFor } from "./encoding.ts";
import { mountEnso } from "./enso/mount.ts";
import { errorResponse, toServiceError } from "./errors.ts";
import { deadline } from "./limits/deadline.ts";
import { mountLlms } from "./llms.ts";
import { mountMcp } from "./mcp/mount.ts";
import { mountDevnet } from "./page/devnet.ts";
import { mountPage } from "./page/mount.ts";
import { requestLog } from "./request-log.ts";
import { mountDocs } from "./routes/docs.ts";
import { costOf, ENDPOINTS, PARAMETER_NAMES } from "./routes/endpoints.ts";
import { mountMetrics } from "./routes/metrics.ts";
import { openApiDocument } from "./routes/openapi.ts";
import { mountStatus } from "./routes/status.ts";

const EXPOSED_HEADERS = [
  "x-request-id",
  "deprecation",
  "etag",
  "retry-after",
  "ratelimit",
  "ratelimit-policy",
  "warning",
];

/**
 * The HTTP app: everything under `/api/v1`, `/health`, `/ready`, `/metrics`, `/openapi.json`,
 * `/docs/reference`, and the page with its views.
 */
export function createApp(deps: Deps): OpenAPIHono<AppEnv> {
  const log = deps.log.child({}, { serializers: { err: errorRecord } });
  const app = new OpenAPIHono<AppEnv>({ strict: false });

  app.use(requestId, requestLog({ log, known: PARAMETER_NAMES, metrics: deps.metrics }));
  app.use(
    secureHeaders({
      crossOriginResourcePolicy: "cross-origin",
      // The service speaks plain HTTP; whoever puts TLS in front of it decides.
      strictTransportSecurity: false,
    }),
  );
  app.use(crossOrigin);
  if (deps.protection !== undefined) {
    const { requestTimeoutMs } = deps.protection;
    const access = accessControl(deps.protection, costOf);
    app.use("/api/v1/*", access, deadline(requestTimeoutMs));
    app.use("/mcp", access);
  }
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        const allow = [...methods, "OPTIONS"].join(", ");
        c.header("allow", allow);
        const message = `${c.req.method} is not allowed on ${c.req.path}; use ${allow}.`;
        return errorResponse(
          c,
          new ServiceError("METHOD_NOT_ALLOWED", message),
          c.get("requestId"),
        );
      },
    }),
  );
  mountStatus(app, deps);
  mountMetrics(app, deps.metrics);
  mountDocs(app);
  mountDevnet(app, deps.devnet ?? new Map());
  mountPage(app, deps.page ?? (() => null));
  let document: string | undefined;
  app.get("/openapi.json", async (c) => {
    // When it is first asked for: to make it takes ten times as long as the rest of the app.
    document ??= JSON.stringify(openApiDocument());
    const { body, headers } = await encodedFor(c.req.header("accept-encoding"), document);
    return c.body(body, 200, { ...headers, "content-type": "application/json" });
  });

  for (const endpoint of ENDPOINTS) endpoint.mount(app, deps);
  mountEnso(app, deps);
  mountMcp(app);
  mountLlms(app);

  app.notFound((c) => {
    const message = `Nothing is at ${c.req.path}; /docs lists what there is.`;
    return errorResponse(c, new ServiceError("NOT_FOUND", message), c.get("requestId"));
  });
  app.onError((thrown, c) => {
    const id = c.get("requestId");
    const error = toServiceError(thrown, id);
    c.set("errorCode", error.code);
    if (error.code === "INTERNAL") log.error({ requestId: id, err: thrown }, "unexpected error");
    else if (error.cause !== undefined) log.warn({ requestId: id, err: thrown }, "request refused");
    return errorResponse(c, error, id);
  });
  return app;
}

const preflight = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "OPTIONS"],
  exposeHeaders: EXPOSED_HEADERS,
  maxAge: 600,
});
const EXPOSED = EXPOSED_HEADERS.join(",");

/**
 * Lets pages of any origin read answers. Of all but preflights the headers are noted before there
 * is an answer: Hono's own middleware touches `c.res` then, so that every body is read as a stream.
 */
const crossOrigin: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === "OPTIONS") return preflight(c, next);
  c.header("access-control-allow-origin", "*");
  c.header("access-control-expose-headers", EXPOSED);
  await next();
};

/**
 * Takes over the caller's request id when it is short and plain, else makes one; always returns it.
 */
const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const given = c.req.header("x-request-id") ?? "";
  const id = /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : randomUUID();
  c.set("requestId", id);
  c.header("x-request-id", id);
  await next();
};
