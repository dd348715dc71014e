import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { address, amount, asset } from "./arguments.ts";
import { otherToken } from "./rules.ts";
import { standard } from "./standard.ts";

/** Leaves a position by naming the amount to receive. */
export const withdraw = standard({
  name: "withdraw",
  args: z
    .strictObject({
      primaryAddress: asset.optional().describe("Contract that holds the position."),
      tokenIn: asset.describe("Token or position to give."),
      tokenOut: address.describe("Token received."),
      amountOut: amount.describe("Raw amount of tokenOut to receive."),
    })
    .check(otherToken),
  action: (args) =>
    understood({
      kind: "withdraw",
      tokenIn: args.tokenIn,
      tokenOut: args.tokenOut,
      amountOut: args.amountOut,
      primaryAddress: args.primaryAddress ?? null,
    }),
});
