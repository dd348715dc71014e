import { z } from "@hono/zod-openapi";
import { otherToken } from "../argument-rules.ts";
import { address, amount, asset, DEFAULT_SLIPPAGE_BPS, slippage } from "../argument-schemas.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { compileTrade, sentTrade, type TradeAction } from "../trade-action.ts";
import { type Verb, verb } from "../verb.ts";

/** Goes from one token to another by the best route, as the route endpoint does. */
export const route: Verb<TradeAction> = verb({
  name: "route",
  offeredBy: ["core"],
  operation: null,
  isListed: true,
  isPlanned: true,
  args: z
    .strictObject({
      tokenIn: address.describe("Token to start from."),
      tokenOut: asset.describe("Token or position to end with."),
      amountIn: amount.describe("Raw amount to start with."),
      slippage: slippage
        .optional()
        .describe("Largest loss against the quote, in basis points; 50 when left out."),
    })
    .check(otherToken),
  action: (args) =>
    understood({
      kind: "route",
      tokenIn: args.tokenIn,
      tokenOut: args.tokenOut,
      amountIn: args.amountIn,
      slippageBps: args.slippage ?? DEFAULT_SLIPPAGE_BPS,
      primaryAddress: null,
    }),
  sent: sentTrade,
  amounts: ({ amountIn }) => [amountIn],
  outputFault: (_, index) => among(1, index),
  compile: compileTrade,
});
