import { z } from "@hono/zod-openapi";

/** An address in a response: lower case. */
export const addressOut = z.string().openapi({
  description: "Lower-case address.",
  pattern: "^0x[0-9a-f]{40}$",
  example: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
});

/** An amount in a response: a decimal string. */
export const amountOut = z.string().openapi({
  description: "Smallest unit of the token, decimal digits.",
  pattern: "^[0-9]+$",
  example: "1000000000",
});

/** An integer in a response. */
export const integerOut = z.int().openapi({ type: "integer" });

/** An integer in a response, or null: what is said of the type replaces all of it. */
export const integerOrNullOut = z
  .int()
  .nullable()
  .openapi({ type: ["integer", "null"] });
