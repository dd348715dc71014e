import { z } from "@hono/zod-openapi";
import { address, amount } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Borrows against a collateral. */
export const borrow = {
  name: "borrow",
  args: z.object({
    collateral: address.describe("Token that was deposited as collateral."),
    tokenOut: address.describe("Token to borrow."),
    amountOut: amount.describe("Raw amount to borrow."),
    primaryAddress: address.optional().describe("Contract of the lending market."),
  }),
} satisfies Standard;
