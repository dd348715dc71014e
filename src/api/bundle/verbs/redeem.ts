import { z } from "@hono/zod-openapi";
import { amountEach, otherTokens } from "../argument-rules.ts";
import { addresses, amounts, asset, assets } from "../argument-schemas.ts";
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
  args: z
    .strictObject({
      tokenIn: assets.describe("Token or position to give."),
      tokenOut: addresses.describe("Token received, or a list of them."),
      amountIn: amounts.describe("Raw amount of tokenIn to redeem."),
      primaryAddress: asset.optional().describe("Contract that redeems it."),
    })
    .check(otherTokens, amountEach),
  action: (args) =>
    understood({
      kind: "redeem",
      tokenIn: args.tokenIn,
      tokenOut: args.tokenOut,
      amountIn: args.amountIn,
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
