/**
 * Stable error codes of the API. Each maps to one HTTP status in `src/api/http/errors.ts`.
 */
export type ErrorCode =
  | "INVALID_ARGUMENT"
  | "UNSUPPORTED_CHAIN"
  | "UNAUTHORIZED"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "UNKNOWN_TOKEN"
  | "UNKNOWN_POSITION"
  | "UNKNOWN_PROTOCOL"
  | "ACTION_UNSUPPORTED"
  | "STRATEGY_UNSUPPORTED"
  | "NO_ROUTE"
  | "INSUFFICIENT_LIQUIDITY"
  | "AMOUNT_TOO_SMALL"
  | "CAP_EXCEEDED"
  | "PROTOCOL_PAUSED"
  | "SIMULATION_FAILED"
  | "BLOCK_UNAVAILABLE"
  | "RATE_LIMITED"
  | "INDEX_STALE"
  | "OVERLOADED"
  | "UPSTREAM_UNAVAILABLE"
  | "CONTRACTS_MISSING"
  | "INTERNAL";

/** One bad parameter: a dotted path (`amountIn`, `0.args.token`) and what is wrong with it. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

export interface ServiceErrorOptions {
  readonly details?: readonly ErrorDetail[];
  /** What a program needs to react: amounts as decimal strings. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * A failure that a caller is told about. `message` states fact, values and remedy; nothing
 * internal.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
    this.data = options.data ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}
