import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../../../lib/errors.ts";
import { requestSignal } from "../../../lib/steps.ts";
import type { AppEnv } from "../app-env.ts";

/**
 * Gives a request up after a time: with 503, or with 400 while its body has not arrived. A search
 * for it ends then; other work on it goes on to its end, and keeps its place among what is worked
 * on until then.
 *
 * @param timeoutMs Milliseconds to the start of the response.
 */
export function deadline(timeoutMs: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    let timer: NodeJS.Timeout | undefined;
    const abandoned = new AbortController();
    const expired = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(c.get("awaitsBody") === true ? incomplete(timeoutMs) : tooLate(timeoutMs));
        abandoned.abort();
      }, timeoutMs);
    });
    try {
      await Promise.race([requestSignal.run(abandoned.signal, next), expired]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function incomplete(timeoutMs: number): ServiceError {
  return new ServiceError(
    "INVALID_ARGUMENT",
    `The body had not arrived after ${timeoutMs} ms; send all of it, without pauses.`,
    { details: [{ path: "body", message: "did not arrive in time" }] },
  );
}

function tooLate(timeoutMs: number): ServiceError {
  return new ServiceError(
    "OVERLOADED",
    `There was no answer within ${timeoutMs} ms; try again in 1 s.`,
    { retryAfterSeconds: 1 },
  );
}
