import { z } from "@hono/zod-openapi";
import { otherToken } from "../argument-rules.ts";
import { address, amount, DEFAULT_SLIPPAGE_BPS, slippage } from "../argument-schemas.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { compileTrade, sentTrade, type TradeAction } from "../trade-action.ts";
import { type Verb, verb } from "../verb.ts";

/** Swaps through one protocol. */
export const swap: Verb<TradeAction> = verb({
  name: "swap",
  offeredBy: ["core"],
  operation: "swap",
  isListed: true,
  isPlanned: true,
  args: z
    .strictObject({
      tokenIn: address.describe("Token to swap from."),
      tokenOut: address.describe("Token to swap into."),
      amountIn: amount.describe("Raw amount to swap."),
      slippage: slippage
        .optional()
        .describe("Largest loss against the quote, in basis points; 50 when left out."),
      primaryAddress: address.optional().describe("Address of the swap executer contract."),
    })
    .check(otherToken),
  action: (args) =>
    understood({
      kind: "swap",
      tokenIn: args.tokenIn,
      tokenOut: args.tokenOut,
      amountIn: args.amountIn,
      slippageBps: args.slippage ?? DEFAULT_SLIPPAGE_BPS,
      primaryAddress: args.primaryAddress ?? null,
    }),
  sent: sentTrade,
  amounts: ({ amountIn }) => [amountIn],
  outputFault: (_, index) => among(1, index),
  compile: compileTrade,
});
