import { z } from "@hono/zod-openapi";

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
