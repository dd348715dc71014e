import { z } from "@hono/zod-openapi";
import { oneLimit, otherToken } from "../argument-rules.ts";
import {
  address,
  amount,
  asset,
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

/** Goes from one token to another by the best route, as the route endpoint does. */
export const route: Verb<TradeAction> = verb({
  name: "route",
  offeredBy: ["core"],
  operation: null,
  isListed: true,
  isPlanned: true,
  paysOthers: true,
  args: z
    .strictObject({
      tokenIn: address.describe("Token to start from."),
      tokenOut: asset.describe("Token or position to end with."),
      amountIn: amount.describe("Raw amount to start with."),
      slippage: slippage.optional().describe(SLIPPAGE_MEANS),
      minAmountOut: minimum.optional().describe(MINIMUM_MEANS),
    })
    .check(otherToken, oneLimit),
  action: (args) =>
    understood({
      kind: "route",
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
