import { z } from "@hono/zod-openapi";
import { oneLimit, otherToken } from "../argument-rules.ts";
import {
  address,
  amount,
  MINIMUM_MEANS,
  minimum,
  SLIPPAGE_MEANS,
  slippage,
} from "../argument-schemas.ts";
import { limitOf } from "../limit.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { compileTrade, sentTrade, type TradeAction } from "../trade-action.ts";
import { type Verb, verb } from "../verb.ts";

/** Swaps over any venues; the service chooses them. */
export const apiswap: Verb<TradeAction> = verb({
  name: "apiswap",
  offeredBy: ["core"],
  operation: "swap",
  isListed: true,
  isPlanned: true,
  paysOthers: true,
  args: z
    .strictObject({
      tokenIn: address.describe("Token to swap from."),
      tokenOut: address.describe("Token to swap into."),
      amountIn: amount.describe("Raw amount to swap."),
      slippage: slippage.optional().describe(SLIPPAGE_MEANS),
      minAmountOut: minimum.optional().describe(MINIMUM_MEANS),
    })
    .check(otherToken, oneLimit),
  action: (args) =>
    understood({
      kind: "apiswap",
      tokenIn: args.tokenIn,
      tokenOut: args.tokenOut,
      amountIn: args.amountIn,
      limit: limitOf(args),
      primaryAddress: null,
    }),
  sent: sentTrade,
  amounts: ({ amountIn }) => [amountIn],
  outputFault: (_, index) => among(1, index),
  compile: compileTrade,
});
