import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Logger } from "pino";
import type { Metrics } from "../metrics/metrics.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Path with those query parameters that the API knows; others are left out, because any of them may
 * be a key.
 */
export function loggedPath(url: string, known: ReadonlySet<string>): string {
  const { pathname, searchParams } = new URL(url);
  const shown = [...searchParams]
    .filter(([name]) => known.has(name.replace(/\[\d*\]$/, "")))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const path = shown.length === 0 ? pathname : `${pathname}?${shown.join("&")}`;
  return path.slice(0, 1_000);
}

export interface RequestLogOptions {
  readonly log: Logger;
  /** Query parameters that may be shown. */
  readonly known: ReadonlySet<string>;
  readonly metrics: Metrics;
}

/** Paths that machines ask all the time; their lines are for debugging. */
const PROBES: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"]);

/**
 * Counts every request and logs one line for it: probes at `debug`, failures of the service as
 * errors, "not now" (503) as warnings, the rest at `info`.
 */
export function requestLog(options: RequestLogOptions): MiddlewareHandler<AppEnv> {
  const { log, known, metrics } = options;
  return async (c, next) => {
    const arrivedAt = process.hrtime.bigint();
    await next();
    const ms = Number(process.hrtime.bigint() - arrivedAt) / 1e6;
    const { method } = c.req;
    const { status } = c.res;
    const route = routeOf(c);
    metrics.answered({ method, route, status, seconds: ms / 1_000 });
    const code = c.get("errorCode");
    if (code === "RATE_LIMITED") metrics.refused("rate_limited");
    if (code === "OVERLOADED") metrics.refused("overloaded");
    const record = {
      requestId: c.get("requestId"),
      method,
      route,
      path: loggedPath(c.req.url, known),
      status,
      code,
      keyId: c.get("keyId"),
      chainId: c.get("chainId"),
      block: c.get("block"),
      ms: Math.round(ms * 100) / 100,
    };
    if (PROBES.has(c.req.path)) log.debug(record, "request");
    else if (status === 503) log.warn(record, "request refused for now");
    else if (status >= 500) log.error(record, "request failed");
    else log.info(record, "request");
  };
}

/**
 * Path of the handler as the app declares it; `unmatched` when none was found. Middlewares end in a
 * wildcard.
 */
function routeOf(c: Context<AppEnv>): string {
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith("*"))?.path ?? "unmatched";
}
