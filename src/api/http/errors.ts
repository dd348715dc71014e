import { STATUS_CODES } from "node:http";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ErrorCode, ServiceError } from "../../lib/errors.ts";
import { withoutKeys } from "../../lib/logging.ts";
import type { ErrorBody } from "./error-schema.ts";

/** HTTP status of every error code; the only place that knows both. */
export const STATUS_OF_CODE = {
  INVALID_ARGUMENT: 400,
  UNSUPPORTED_CHAIN: 400,
  UNAUTHORIZED: 401,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNKNOWN_TOKEN: 422,
  UNKNOWN_POSITION: 422,
  UNKNOWN_PROTOCOL: 422,
  ACTION_UNSUPPORTED: 422,
  STRATEGY_UNSUPPORTED: 422,
  NO_ROUTE: 422,
  INSUFFICIENT_LIQUIDITY: 422,
  AMOUNT_TOO_SMALL: 422,
  CAP_EXCEEDED: 422,
  PROTOCOL_PAUSED: 422,
  SIMULATION_FAILED: 422,
  BLOCK_UNAVAILABLE: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  INDEX_STALE: 503,
  OVERLOADED: 503,
  UPSTREAM_UNAVAILABLE: 503,
  CONTRACTS_MISSING: 503,
} as const satisfies Record<ErrorCode, ContentfulStatusCode>;

/** The response body that tells a caller of a failure. */
export function errorBody(error: ServiceError, requestId: string): ErrorBody {
  const statusCode = STATUS_OF_CODE[error.code];
  return {
    statusCode,
    error: STATUS_CODES[statusCode] ?? "Error",
    code: error.code,
    message: error.message,
    details: [...error.details],
    data: { ...error.data },
    requestId,
  };
}

/**
 * What a caller may know of anything that was thrown. A failure that is not a `ServiceError`
 * becomes `INTERNAL`, which shows nothing of its cause.
 */
export function toServiceError(thrown: unknown, requestId: string): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof HTTPException && thrown.status < 500) {
    return new ServiceError(
      "INVALID_ARGUMENT",
      "The request could not be read; check its syntax.",
      {
        cause: thrown,
      },
    );
  }
  return internalError(thrown, requestId);
}

/**
 * A failure that is the service's own, of which a caller learns nothing but where its cause is
 * logged.
 */
export function internalError(cause: unknown, requestId: string): ServiceError {
  return new ServiceError(
    "INTERNAL",
    `The service failed to answer; the operator finds the cause in the log under request ${requestId}.`,
    { cause },
  );
}

/**
 * The headers of an error response, besides those every response has. Seconds in `retry-after`, at
 * least 1.
 */
export function errorHeaders(error: ServiceError): Record<string, string> {
  const status = STATUS_OF_CODE[error.code];
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "cache-control": "no-store",
  };
  if (status === 401) headers["www-authenticate"] = "Bearer";
  if (status === 429 || status === 503) {
    headers["retry-after"] = String(Math.max(1, Math.ceil(error.retryAfterSeconds ?? 1)));
  }
  return headers;
}

/**
 * Serialized error body; a bigint in `data` becomes a decimal string. A key that an argument or the
 * path held is not repeated.
 */
function errorText(body: ErrorBody): string {
  const text = JSON.stringify(body, (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  return withoutKeys(text);
}

/**
 * The answer to a failed request, where there is no Hono context; the headers are all that it
 * needs.
 */
export interface ErrorAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What lets a browser's page read an answer that the app's middlewares have not seen. */
const OPEN_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-request-id,retry-after",
  "x-content-type-options": "nosniff",
};

/** @param requestId Told in the body and in `x-request-id`. */
export function errorAnswer(error: ServiceError, requestId: string): ErrorAnswer {
  const body = errorBody(error, requestId);
  const text = errorText(body);
  const headers = {
    ...errorHeaders(error),
    ...OPEN_HEADERS,
    "content-length": String(Buffer.byteLength(text)),
    "x-request-id": requestId,
  };
  return { status: body.statusCode, statusText: body.error, headers, text };
}

/** The response to a failed request. */
export function errorResponse(c: Context, error: ServiceError, requestId: string): Response {
  const body = errorText(errorBody(error, requestId));
  return c.body(body, STATUS_OF_CODE[error.code], errorHeaders(error));
}
