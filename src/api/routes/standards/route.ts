import { z } from "@hono/zod-openapi";
import { address, amount, slippage } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Goes from one token to another by the best route, as the route endpoint does. */
export const route = {
  name: "route",
  args: z.object({
    tokenIn: address.describe("Token to start from."),
    tokenOut: address.describe("Token to end with."),
    amountIn: amount.describe("Raw amount to start with."),
    slippage: slippage.optional().describe("Largest loss against the quote, in basis points."),
  }),
} satisfies Standard;
