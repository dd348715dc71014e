import { z } from "@hono/zod-openapi";
import { amountEach, minimumEach, oneLimit, otherTokens } from "../argument-rules.ts";
import {
  addresses,
  amounts,
  asset,
  assets,
  MINIMUM_MEANS,
  minimums,
  SLIPPAGE_MEANS,
  slippage,
} from "../argument-schemas.ts";
import { limitOf } from "../limit.ts";
import { among } from "../outputs.ts";
import {
  compilePosition,
  type PositionAction,
  sentPosition,
  unsupported,
} from "../position-action.ts";
import { understood } from "../reading.ts";
import { type Verb, verb } from "../verb.ts";

/** Leaves a position by giving an amount of its token. */
export const redeem: Verb<PositionAction> = verb({
  name: "redeem",
  offeredBy: [],
  operation: "redeem",
  isListed: true,
  isPlanned: true,
  paysOthers: true,
  args: z
    .strictObject({
      tokenIn: assets.describe("Token or position to give."),
      tokenOut: addresses.describe("Token received, or a list of them."),
      amountIn: amounts.describe("Raw amount of tokenIn to redeem."),
      primaryAddress: asset.optional().describe("Contract that redeems it."),
      slippage: slippage.optional().describe(SLIPPAGE_MEANS),
      minAmountOut: minimums.optional().describe(MINIMUM_MEANS),
    })
    .check(otherTokens, amountEach, oneLimit, minimumEach),
  action: (args) =>
    understood({
      kind: "redeem",
      tokenIn: args.tokenIn,
      tokenOut: args.tokenOut,
      amountIn: args.amountIn,
      limit: limitOf(args),
      primaryAddress: args.primaryAddress ?? null,
    }),
  sent: sentPosition,
  amounts: ({ amountIn }) => amountIn,
  outputFault: ({ tokenOut }, index) => among(tokenOut.length, index),
  compile: (compiler, action) => {
    const compiled = compilePosition(compiler, action);
    if (compiled === null) throw unsupported(action);
    return compiled;
  },
});
