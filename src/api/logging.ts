import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import {
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  pino,
  stdSerializers,
} from "pino";
import type { AppEnv } from "./app-env.ts";
import { withoutKeys } from "./keys/key.ts";
import type { Metrics } from "./metrics/metrics.ts";

const SECRET_FIELDS = ["authorization", "apikey", "apiKey", "cookie"];

/** Where and how much to log. */
export interface LogOptions {
  /** `silent` logs nothing. */
  readonly level: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";
  /** Default: the standard output. */
  readonly destination?: DestinationStream;
}

/** A logger that writes JSON lines and neither keys nor what follows the host of a URL. */
export function createLogger({ level, destination }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorRecord },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: "[redacted]",
    },
    hooks: { streamWrite: withoutKeys },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * Cuts every URL in a text down to scheme and host: user names, passwords, paths and queries hold keys of RPC providers and
 * databases.
 */
export function withoutUrlSecrets(text: string): string {
  return text.replace(
    /\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#"'`]*@)?([^\s/?#"'`@,;)]+)[^\s"'`]*/gi,
    (whole, scheme: string, host: string) => (scheme === "file://" ? whole : `${scheme}${host}`),
  );
}

/** An error as the log shows it: type, code, message, stack and causes, and no other field of it. */
export function errorRecord(error: unknown): unknown {
  if (!(error instanceof Error)) return withoutUrlSecrets(String(error));
  const plain = stdSerializers.err(error);
  return {
    type: plain.type,
    ...("code" in error && typeof error.code === "string" ? { code: error.code } : {}),
    message: withoutUrlSecrets(plain.message),
    stack: withoutUrlSecrets(plain.stack),
  };
}

/** Path with those query parameters that the API knows; others are left out, because any of them may be a key. */
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
 * Counts every request and logs one line for it: probes at `debug`, failures of the service as errors, "not now" (503) as
 * warnings, the rest at `info`.
 */
export function requestLog(options: RequestLogOptions): MiddlewareHandler<AppEnv> {
  const { log, known, metrics } = options;
  return async (c, next) => {
    const arrivedAt = c.env?.arrivedAt ?? process.hrtime.bigint();
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

/** Path of the handler as the app declares it; `unmatched` when none was found. Middlewares end in a wildcard. */
function routeOf(c: Context<AppEnv>): string {
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith("*"))?.path ?? "unmatched";
}
