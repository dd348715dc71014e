import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { address, amount, asset } from "./arguments.ts";
import { standard } from "./standard.ts";

/** Repays a loan. */
export const repay = standard({
  name: "repay",
  args: z.strictObject({
    tokenIn: address.describe("Token that was borrowed."),
    amountIn: amount.describe("Raw amount to repay."),
    primaryAddress: asset.optional().describe("Contract or position of the lending market."),
  }),
  action: (args) =>
    understood({
      kind: "repay",
      tokenIn: args.tokenIn,
      amountIn: args.amountIn,
      primaryAddress: args.primaryAddress ?? null,
    }),
});
