import type { MiddlewareHandler } from "hono";
import {
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  pino,
  stdSerializers,
} from "pino";
import type { AppEnv } from "./app-env.ts";

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

/** Logs one line per request: probes at `debug`, failures of the service as errors, the rest at `info`. */
export function requestLog(log: Logger, known: ReadonlySet<string>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const record = {
      requestId: c.get("requestId"),
      method: c.req.method,
      path: loggedPath(c.req.url, known),
      status: c.res.status,
      code: c.get("errorCode"),
      ms: Math.round((performance.now() - started) * 100) / 100,
    };
    // "Not ready yet" is an answer, not a failure.
    if (c.req.path === "/health" || c.req.path === "/ready") log.debug(record, "request");
    else if (record.status >= 500) log.error(record, "request failed");
    else log.info(record, "request");
  };
}
