import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { address, amount, asset } from "./arguments.ts";
import { standard } from "./standard.ts";

/** Borrows against a collateral. */
export const borrow = standard({
  name: "borrow",
  args: z.strictObject({
    collateral: asset.describe("Token that was deposited as collateral, or the position."),
    tokenOut: address.describe("Token to borrow."),
    amountOut: amount.describe("Raw amount to borrow."),
    primaryAddress: asset.optional().describe("Contract or position of the lending market."),
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
