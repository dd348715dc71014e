import { z } from "@hono/zod-openapi";
import { address, amount, slippage } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Swaps over any venues; the service chooses them. */
export const apiswap = {
  name: "apiswap",
  args: z.object({
    tokenIn: address.describe("Token to swap from."),
    tokenOut: address.describe("Token to swap into."),
    amountIn: amount.describe("Raw amount to swap."),
    slippage: slippage.optional().describe("Largest loss against the quote, in basis points."),
  }),
} satisfies Standard;
