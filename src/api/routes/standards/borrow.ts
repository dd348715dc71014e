import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { address, amount } from "./arguments.ts";
import { standard } from "./standard.ts";

/** Borrows against a collateral. */
export const borrow = standard({
  name: "borrow",
  args: z.strictObject({
    collateral: address.describe("Token that was deposited as collateral."),
    tokenOut: address.describe("Token to borrow."),
    amountOut: amount.describe("Raw amount to borrow."),
    primaryAddress: address.optional().describe("Contract of the lending market."),
  }),
  action: (args) =>
    understood({
      kind: "borrow",
      collateral: args.collateral,
      tokenOut: args.tokenOut,
      amountOut: args.amountOut,
      primaryAddress: args.primaryAddress ?? null,
    }),
});
