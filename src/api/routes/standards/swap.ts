import { z } from "@hono/zod-openapi";
import { address, amount, slippage } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Swaps through one protocol. */
export const swap = {
  name: "swap",
  args: z.object({
    tokenIn: address.describe("Token to swap from."),
    tokenOut: address.describe("Token to swap into."),
    amountIn: amount.describe("Raw amount to swap."),
    slippage: slippage.optional().describe("Largest loss against the quote, in basis points."),
    primaryAddress: address.optional().describe("Address of the swap executer contract."),
  }),
} satisfies Standard;
