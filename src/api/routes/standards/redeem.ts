import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { address, addresses, amounts } from "./arguments.ts";
import { amountEach, otherTokens } from "./rules.ts";
import { standard } from "./standard.ts";

/** Leaves a position by giving an amount of its token. */
export const redeem = standard({
  name: "redeem",
  args: z
    .strictObject({
      tokenIn: addresses.describe("Token of the position to give."),
      tokenOut: addresses.describe("Token received, or a list of them."),
      amountIn: amounts.describe("Raw amount of tokenIn to redeem."),
      primaryAddress: address.optional().describe("Contract that redeems it."),
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
