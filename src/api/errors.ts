import { STATUS_CODES } from "node:http";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ErrorCode, ServiceError } from "../lib/errors.ts";
import { withoutKeys } from "./keys/key.ts";

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
} as const satisfies Record<ErrorCode, ContentfulStatusCode>;

/** Body of every error response. */
export const errorSchema = z
  .object({
    statusCode: z.int().openapi({ description: "HTTP status, as in the status line." }),
    error: z.string().openapi({ description: "Reason phrase of the status." }),
    code: z
      .string()
      .openapi({ description: "Stable identifier of the failure; what a program should test." }),
    message: z.string().openapi({ description: "The fact, the values and the remedy, in words." }),
    details: z
      .array(
        z.object({
          path: z.string().openapi({ description: "Parameter, dotted: `amountIn`, `address.1`." }),
          message: z.string().openapi({ description: "What is wrong with it." }),
        }),
      )
      .openapi({ description: "Every bad parameter; empty when none is to blame." }),
    data: z.record(z.string(), z.unknown()).openapi({
      description:
        "What a program needs to react: `maxAmountIn`, `minAmountIn`, `earliestBlock`, `index`, `reason`. Amounts are decimal strings.",
    }),
    requestId: z.string().openapi({ description: "Also in the `x-request-id` header." }),
  })
  .openapi("Error", {
    example: {
      statusCode: 400,
      error: "Bad Request",
      code: "INVALID_ARGUMENT",
      message: 'Invalid request: amountIn must be an integer from 1 to 2^256-1; got "0".',
      details: [{ path: "amountIn", message: 'must be an integer from 1 to 2^256-1; got "0"' }],
      data: {},
      requestId: "8f0a8b5e-5a0e-4b5f-8f5c-0d7f2b3e7a11",
    },
  });

export type ErrorBody = z.infer<typeof errorSchema>;

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
 * What a caller may know of anything that was thrown. A failure that is not a `ServiceError` becomes `INTERNAL`, which shows
 * nothing of its cause.
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
  return new ServiceError(
    "INTERNAL",
    `The service failed to answer; the operator finds the cause in the log under request ${requestId}.`,
    { cause: thrown },
  );
}

/** The headers of an error response, besides those every response has. Seconds in `retry-after`, at least 1. */
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

/** Serialized error body; a bigint in `data` becomes a decimal string. A key that an argument or the path held is not repeated. */
export function errorText(body: ErrorBody): string {
  const text = JSON.stringify(body, (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  return withoutKeys(text);
}

/** The response to a failed request. */
export function errorResponse(c: Context, error: ServiceError, requestId: string): Response {
  const body = errorText(errorBody(error, requestId));
  return c.body(body, STATUS_OF_CODE[error.code], errorHeaders(error));
}
