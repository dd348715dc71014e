import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { addresses, amounts, asset, assets } from "./arguments.ts";
import { amountEach, otherTokens } from "./rules.ts";
import { standard } from "./standard.ts";

/** Enters a position. */
export const deposit = standard({
  name: "deposit",
  args: z
    .strictObject({
      tokenIn: addresses.describe("Token to deposit, or a list of them."),
      tokenOut: assets.describe("Token or position received, or a list of them."),
      amountIn: amounts.describe(
        "Raw amount to deposit; a list as long as tokenIn where that is one.",
      ),
      primaryAddress: asset.optional().describe("Contract that takes the deposit."),
    })
    .check(otherTokens, amountEach),
  action: (args) =>
    understood({
      kind: "deposit",
      tokenIn: args.tokenIn,
      tokenOut: args.tokenOut,
      amountIn: args.amountIn,
      primaryAddress: args.primaryAddress ?? null,
    }),
});
