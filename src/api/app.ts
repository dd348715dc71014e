import { randomUUID } from "node:crypto";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { methodNotAllowed } from "hono/method-not-allowed";
import { secureHeaders } from "hono/secure-headers";
import { ServiceError } from "../lib/errors.ts";
import { accessControl, keyRequired } from "./access.ts";
import type { AppEnv } from "./app-env.ts";
import type { Deps } from "./deps.ts";
import { errorResponse, toServiceError } from "./errors.ts";
import { deadline } from "./limits/deadline.ts";
import { errorRecord, requestLog } from "./logging.ts";
import { bundle, bundleEndpoint } from "./routes/bundle.ts";
import { decode, decodeEndpoint } from "./routes/decode.ts";
import { mountDocs } from "./routes/docs.ts";
import { mount, mountList, mountPath, mountPost } from "./routes/endpoint.ts";
import { listTag } from "./routes/entity-tag.ts";
import { exportEndpoint, exportRecords } from "./routes/export.ts";
import {
  poolHistory,
  poolHistoryEndpoint,
  positionHistory,
  positionHistoryEndpoint,
  tokenHistory,
  tokenHistoryEndpoint,
} from "./routes/history.ts";
import { mountMetrics } from "./routes/metrics.ts";
import { listNontokenized, nontokenizedEndpoint } from "./routes/nontokenized.ts";
import { openApiDocument, PARAMETER_NAMES } from "./routes/openapi.ts";
import { listProtocols, protocolsEndpoint } from "./routes/protocols.ts";
import { quote, quoteEndpoint } from "./routes/quote.ts";
import { route, routeEndpoint } from "./routes/route.ts";
import { routeNontokenized, routeNontokenizedEndpoint } from "./routes/route-nontokenized.ts";
import { runSql, sqlEndpoint } from "./routes/sql.ts";
import { actionsEndpoint, listStandards, standardsEndpoint } from "./routes/standards/index.ts";
import { mountStatus } from "./routes/status.ts";
import { listTokens, tokensEndpoint } from "./routes/tokens.ts";
import { approve, approveEndpoint, wallet, walletEndpoint } from "./routes/wallet.ts";

/** When the `toEOA` parameter was given up for `receiver`: 2025-04-01, as RFC 9745 writes it. */
const TO_EOA_DEPRECATED = "@1743465600";

const EXPOSED_HEADERS = [
  "x-request-id",
  "deprecation",
  "etag",
  "retry-after",
  "ratelimit",
  "ratelimit-policy",
];

/** The HTTP app: everything under `/api/v1`, and `/health`, `/ready`, `/metrics`, `/openapi.json`, `/docs`. */
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
  app.use(
    cors({
      origin: "*",
      allowMethods: ["GET", "HEAD", "POST", "OPTIONS"],
      exposeHeaders: EXPOSED_HEADERS,
      maxAge: 600,
    }),
  );
  if (deps.protection !== undefined) {
    const { requestTimeoutMs } = deps.protection;
    app.use("/api/v1/*", accessControl(deps.protection), deadline(requestTimeoutMs));
  }
  app.post(sqlEndpoint.path, keyRequired);
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
  for (const path of ["/api/v1/shortcuts/*", "/api/v1/wallet/*"]) {
    app.use(path, async (c, next) => {
      await next();
      c.header("cache-control", "no-store");
    });
  }

  mountStatus(app, deps);
  mountMetrics(app, deps.metrics);
  mountDocs(app);
  const document = JSON.stringify(openApiDocument());
  app.get("/openapi.json", (c) => c.body(document, 200, { "content-type": "application/json" }));

  mountList(app, tokensEndpoint, {
    tagOf: (query) => listTag(deps, tokensEndpoint.path, query),
    handle: (query) => listTokens(deps, query),
  });
  mountList(app, nontokenizedEndpoint, {
    tagOf: (query) => listTag(deps, nontokenizedEndpoint.path, query),
    handle: (query) => listNontokenized(deps, query),
  });
  mount(app, protocolsEndpoint, (query, c) =>
    listProtocols(deps, query, new URL("/docs", c.req.url).href),
  );
  mount(app, standardsEndpoint, listStandards);
  mount(app, actionsEndpoint, listStandards);
  mount(app, quoteEndpoint, (query) => quote(deps, query));
  mount(app, routeEndpoint, (query, c) => {
    if (query.toEOA === true) c.header("deprecation", TO_EOA_DEPRECATED);
    return route(deps, query);
  });

  mount(app, routeNontokenizedEndpoint, (query) => routeNontokenized(deps, query));
  mountPost(app, bundleEndpoint, (request) => bundle(deps, request));
  mount(app, walletEndpoint, (query) => wallet(deps, query));
  mount(app, approveEndpoint, (query) => approve(deps, query));
  mountPath(app, exportEndpoint, (query, params) => exportRecords(deps, query, params));
  mountPath(app, tokenHistoryEndpoint, (query, params) => tokenHistory(deps, query, params));
  mountPath(app, poolHistoryEndpoint, (query, params) => poolHistory(deps, query, params));
  mountPath(app, positionHistoryEndpoint, (query, params) => positionHistory(deps, query, params));
  mountPost(app, sqlEndpoint, ({ body }) => runSql(deps, body));
  mountPost(app, decodeEndpoint, ({ body }) => decode(deps, body));

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

/** Takes over the caller's request id when it is short and plain, else makes one; always returns it. */
const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const given = c.req.header("x-request-id") ?? "";
  const id = /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : randomUUID();
  c.set("requestId", id);
  c.header("x-request-id", id);
  await next();
};
