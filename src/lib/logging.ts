import {
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  pino,
  stdSerializers,
} from "pino";

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
 * Cuts every URL in a text down to scheme and host: user names, passwords, paths and queries hold
 * keys of RPC providers and databases.
 */
export function withoutUrlSecrets(text: string): string {
  return text.replace(
    /\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#"'`]*@)?([^\s/?#"'`@,;)]+)[^\s"'`]*/gi,
    (whole, scheme: string, host: string) => (scheme === "file://" ? whole : `${scheme}${host}`),
  );
}

/**
 * An error as the log shows it: type, code, message, stack and causes, and no other field of it.
 */
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

/** An API key: `weir_<id>_<secret>`. */
const KEY = /(weir_[0-9a-f]{12})_[\w-]{43}/g;

/** A text without the secrets of the API keys in it: `weir_0123456789ab_[redacted]`. */
export function withoutKeys(text: string): string {
  return text.includes("weir_") ? text.replace(KEY, "$1_[redacted]") : text;
}
