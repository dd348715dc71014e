import { z } from "@hono/zod-openapi";
import { address, amount } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Leaves a position by naming the amount to receive. */
export const withdraw = {
  name: "withdraw",
  args: z.object({
    primaryAddress: address.optional().describe("Contract that holds the position."),
    tokenIn: address.describe("Token or position to give."),
    tokenOut: address.describe("Token received."),
    amountOut: amount.describe("Raw amount of tokenOut to receive."),
  }),
} satisfies Standard;
