import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import { compileAccountAction } from "../account-action.ts";
import type { Amount, PlacedAction } from "../action.ts";
import { address, amount, asset } from "../argument-schemas.ts";
import type { Asset } from "../asset.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { sentAmount, sentPrimary } from "../sent-values.ts";
import { type Verb, verb } from "../verb.ts";

export interface RepayAction extends PlacedAction {
  readonly kind: "repay";
  readonly tokenIn: Address;
  readonly amountIn: Amount;
  readonly primaryAddress: Asset | null;
}

/** Repays a loan. */
export const repay: Verb<RepayAction> = verb({
  name: "repay",
  offeredBy: [],
  operation: null,
  isListed: true,
  isPlanned: false,
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
  sent: (action) => ({
    tokenIn: action.tokenIn,
    amountIn: sentAmount(action.amountIn),
    ...sentPrimary(action),
  }),
  amounts: ({ amountIn }) => [amountIn],
  outputFault: (_, index) => among(1, index),
  compile: (compiler, action) =>
    compileAccountAction(compiler, action, {
      offer: {
        verb: "repay",
        given: action.tokenIn,
        wanted: null,
        primaryAddress: action.primaryAddress,
      },
      amount: action.amountIn,
      limit: null,
    }),
});
