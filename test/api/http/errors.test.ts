import { HTTPException } from "hono/http-exception";
import { describe, expect, test } from "vitest";
import { errorSchema } from "../../../src/api/http/error-schema.ts";
import {
  errorBody,
  errorHeaders,
  STATUS_OF_CODE,
  toServiceError,
} from "../../../src/api/http/errors.ts";
import { ServiceError } from "../../../src/lib/errors.ts";

describe("STATUS_OF_CODE", () => {
  test("default", () => {
    const byStatus: Record<number, string[]> = {};
    for (const [code, status] of Object.entries(STATUS_OF_CODE)) {
      byStatus[status] = [...(byStatus[status] ?? []), code];
    }
    expect(byStatus).toEqual({
      400: ["INVALID_ARGUMENT", "UNSUPPORTED_CHAIN"],
      401: ["UNAUTHORIZED"],
      404: ["NOT_FOUND"],
      405: ["METHOD_NOT_ALLOWED"],
      413: ["PAYLOAD_TOO_LARGE"],
      415: ["UNSUPPORTED_MEDIA_TYPE"],
      422: [
        "UNKNOWN_TOKEN",
        "UNKNOWN_POSITION",
        "UNKNOWN_PROTOCOL",
        "ACTION_UNSUPPORTED",
        "STRATEGY_UNSUPPORTED",
        "NO_ROUTE",
        "INSUFFICIENT_LIQUIDITY",
        "AMOUNT_TOO_SMALL",
        "CAP_EXCEEDED",
        "PROTOCOL_PAUSED",
        "SIMULATION_FAILED",
        "BLOCK_UNAVAILABLE",
      ],
      429: ["RATE_LIMITED"],
      500: ["INTERNAL"],
      503: ["INDEX_STALE", "OVERLOADED", "UPSTREAM_UNAVAILABLE", "CONTRACTS_MISSING"],
    });
  });
});

describe("errorBody", () => {
  test("default", () => {
    const error = new ServiceError("NO_ROUTE", "no pools connect A and B; try other tokens.", {
      details: [{ path: "tokenOut", message: "has no pools" }],
      data: { maxAmountIn: "5" },
      cause: new Error("internal"),
    });
    const body = errorBody(error, "id-1");
    expect(body).toEqual({
      statusCode: 422,
      error: "Unprocessable Entity",
      code: "NO_ROUTE",
      message: "no pools connect A and B; try other tokens.",
      details: [{ path: "tokenOut", message: "has no pools" }],
      data: { maxAmountIn: "5" },
      requestId: "id-1",
    });
    expect(errorSchema.strict().parse(body)).toEqual(body);
  });
});

describe("errorHeaders", () => {
  test("default", () => {
    expect(errorHeaders(new ServiceError("NO_ROUTE", "x"))).not.toHaveProperty("retry-after");
  });

  test("behavior: 429 and 503 say when to come back, in whole seconds from 1", () => {
    const retryAfter = (code: "RATE_LIMITED" | "OVERLOADED", retryAfterSeconds?: number) =>
      errorHeaders(
        new ServiceError(code, "x", retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      )["retry-after"];
    expect(retryAfter("RATE_LIMITED", 2.1)).toBe("3");
    expect(retryAfter("OVERLOADED", 0)).toBe("1");
    expect(retryAfter("OVERLOADED")).toBe("1");
  });
});

describe("toServiceError", () => {
  test("default", () => {
    const error = new ServiceError("NO_ROUTE", "x");
    expect(toServiceError(error, "id")).toBe(error);
  });

  test("error: INTERNAL", () => {
    for (const thrown of [new TypeError("secret"), "secret", null, new HTTPException(502)]) {
      const error = toServiceError(thrown, "id-2");
      expect(error.code).toBe("INTERNAL");
      expect(error.message).not.toContain("secret");
      expect(error.message).toContain("id-2");
    }
  });

  test("error: INVALID_ARGUMENT", () => {
    expect(toServiceError(new HTTPException(400), "id").code).toBe("INVALID_ARGUMENT");
  });
});
