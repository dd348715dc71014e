import { z } from "@hono/zod-openapi";
import { address, amount } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Leaves a position by giving an amount of its token. */
export const redeem = {
  name: "redeem",
  args: z.object({
    tokenIn: address.describe("Token of the position to give."),
    tokenOut: address.describe("Token received."),
    amountIn: amount.describe("Raw amount of tokenIn to redeem."),
    primaryAddress: address.optional().describe("Contract that redeems it."),
  }),
} satisfies Standard;
