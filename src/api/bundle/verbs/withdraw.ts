import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import { compileAccountAction } from "../account-action.ts";
import type { Amount, PlacedAction } from "../action.ts";
import { oneLimit, otherToken } from "../argument-rules.ts";
import {
  address,
  amount,
  asset,
  MINIMUM_MEANS,
  minimum,
  SLIPPAGE_MEANS,
  slippage,
} from "../argument-schemas.ts";
import { type Asset, resolveAsset } from "../asset.ts";
import { type Limit, limitOf, sentLimit } from "../limit.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { sentAmount, sentPrimary } from "../sent-values.ts";
import { type Verb, verb } from "../verb.ts";

/** Leaving a position by the amount to receive. */
export interface WithdrawAction extends PlacedAction {
  readonly kind: "withdraw";
  readonly tokenIn: Asset;
  readonly tokenOut: Address;
  readonly amountOut: Amount;
  readonly limit: Limit;
  readonly primaryAddress: Asset | null;
}

/** Leaves a position by naming the amount to receive. */
export const withdraw: Verb<WithdrawAction> = verb({
  name: "withdraw",
  offeredBy: [],
  operation: null,
  isListed: true,
  isPlanned: false,
  paysOthers: true,
  args: z
    .strictObject({
      primaryAddress: asset.optional().describe("Contract that holds the position."),
      tokenIn: asset.describe("Token or position to give."),
      tokenOut: address.describe("Token received."),
      amountOut: amount.describe("Raw amount of tokenOut to receive."),
      slippage: slippage.optional().describe(SLIPPAGE_MEANS),
      minAmountOut: minimum.optional().describe(MINIMUM_MEANS),
    })
    .check(otherToken, oneLimit),
  action: (args) =>
    understood({
      kind: "withdraw",
      tokenIn: args.tokenIn,
      tokenOut: args.tokenOut,
      amountOut: args.amountOut,
      limit: limitOf(args),
      primaryAddress: args.primaryAddress ?? null,
    }),
  sent: (action) => ({
    tokenIn: action.tokenIn,
    tokenOut: action.tokenOut,
    amountOut: sentAmount(action.amountOut),
    ...sentLimit(action.limit),
    ...sentPrimary(action),
  }),
  amounts: ({ amountOut }) => [amountOut],
  outputFault: (_, index) => among(1, index),
  compile: (compiler, action) =>
    compileAccountAction(compiler, action, {
      offer: {
        verb: "withdraw",
        given: resolveAsset(compiler.snapshot, action.tokenIn, {
          index: action.index,
          argument: "tokenIn",
        }),
        wanted: action.tokenOut,
        primaryAddress: action.primaryAddress,
      },
      amount: action.amountOut,
      limit: action.limit,
    }),
});
