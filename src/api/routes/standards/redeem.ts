import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { addresses, amounts, asset, assets } from "./arguments.ts";
import { amountEach, otherTokens } from "./rules.ts";
import { standard } from "./standard.ts";

/** Leaves a position by giving an amount of its token. */
export const redeem = standard({
  name: "redeem",
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
});
