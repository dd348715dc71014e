import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { address, amount, asset, DEFAULT_SLIPPAGE_BPS, slippage } from "./arguments.ts";
import { otherToken } from "./rules.ts";
import { standard } from "./standard.ts";

/** Goes from one token to another by the best route, as the route endpoint does. */
export const route = standard({
  name: "route",
  args: z
    .strictObject({
      tokenIn: address.describe("Token to start from."),
      tokenOut: asset.describe("Token or position to end with."),
      amountIn: amount.describe("Raw amount to start with."),
      slippage: slippage
        .optional()
        .describe("Largest loss against the quote, in basis points; 50 when left out."),
    })
    .check(otherToken),
  action: (args) =>
    understood({
      kind: "route",
      tokenIn: args.tokenIn,
      tokenOut: args.tokenOut,
      amountIn: args.amountIn,
      slippageBps: args.slippage ?? DEFAULT_SLIPPAGE_BPS,
      primaryAddress: null,
    }),
});
