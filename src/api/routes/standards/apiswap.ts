import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { address, amount, DEFAULT_SLIPPAGE_BPS, slippage } from "./arguments.ts";
import { otherToken } from "./rules.ts";
import { standard } from "./standard.ts";

/** Swaps over any venues; the service chooses them. */
export const apiswap = standard({
  name: "apiswap",
  args: z
    .strictObject({
      tokenIn: address.describe("Token to swap from."),
      tokenOut: address.describe("Token to swap into."),
      amountIn: amount.describe("Raw amount to swap."),
      slippage: slippage
        .optional()
        .describe("Largest loss against the quote, in basis points; 50 when left out."),
    })
    .check(otherToken),
  action: (args) =>
    understood({
      kind: "apiswap",
      tokenIn: args.tokenIn,
      tokenOut: args.tokenOut,
      amountIn: args.amountIn,
      slippageBps: args.slippage ?? DEFAULT_SLIPPAGE_BPS,
      primaryAddress: null,
    }),
});
