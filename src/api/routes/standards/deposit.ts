import { z } from "@hono/zod-openapi";
import { address, amount } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Enters a position. */
export const deposit = {
  name: "deposit",
  args: z.object({
    tokenIn: address.describe("Token to deposit."),
    tokenOut: address.describe("Token or position received."),
    amountIn: amount.describe("Raw amount to deposit."),
    primaryAddress: address.optional().describe("Contract that takes the deposit."),
  }),
} satisfies Standard;
