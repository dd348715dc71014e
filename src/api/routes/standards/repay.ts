import { z } from "@hono/zod-openapi";
import { address, amount } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Repays a loan. */
export const repay = {
  name: "repay",
  args: z.object({
    tokenIn: address.describe("Token that was borrowed."),
    amountIn: amount.describe("Raw amount to repay."),
    primaryAddress: address.optional().describe("Contract of the lending market."),
  }),
} satisfies Standard;
