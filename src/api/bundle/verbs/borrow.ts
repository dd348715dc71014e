import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import { compileAccountAction } from "../account-action.ts";
import type { Amount, PlacedAction } from "../action.ts";
import { address, amount, asset } from "../argument-schemas.ts";
import { type Asset, resolveAsset } from "../asset.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { sentAmount, sentPrimary } from "../sent-values.ts";
import { type Verb, verb } from "../verb.ts";

export interface BorrowAction extends PlacedAction {
  readonly kind: "borrow";
  readonly collateral: Asset;
  readonly tokenOut: Address;
  readonly amountOut: Amount;
  readonly primaryAddress: Asset | null;
}

/** Borrows against a collateral. */
export const borrow: Verb<BorrowAction> = verb({
  name: "borrow",
  offeredBy: [],
  operation: null,
  isListed: true,
  isPlanned: false,
  paysOthers: true,
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
  sent: (action) => ({
    collateral: action.collateral,
    tokenOut: action.tokenOut,
    amountOut: sentAmount(action.amountOut),
    ...sentPrimary(action),
  }),
  amounts: ({ amountOut }) => [amountOut],
  outputFault: (_, index) => among(1, index),
  compile: (compiler, action) =>
    compileAccountAction(compiler, action, {
      offer: {
        verb: "borrow",
        given: resolveAsset(compiler.snapshot, action.collateral, {
          index: action.index,
          argument: "collateral",
        }),
        wanted: action.tokenOut,
        primaryAddress: action.primaryAddress,
      },
      amount: action.amountOut,
      limit: null,
    }),
});
