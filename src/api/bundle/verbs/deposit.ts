import { z } from "@hono/zod-openapi";
import { compileAccountAction } from "../account-action.ts";
import { amountEach, minimumEach, oneLimit, otherTokens } from "../argument-rules.ts";
import {
  addresses,
  amounts,
  asset,
  assets,
  MINIMUM_MEANS,
  minimums,
  SLIPPAGE_MEANS,
  slippage,
} from "../argument-schemas.ts";
import { namedByPrimary, resolveAsset } from "../asset.ts";
import type { CompiledAction, Compiler } from "../compiler.ts";
import { limitOf } from "../limit.ts";
import { among } from "../outputs.ts";
import {
  compilePosition,
  type PositionAction,
  sentPosition,
  unsupported,
} from "../position-action.ts";
import { understood } from "../reading.ts";
import { type Verb, verb } from "../verb.ts";

/** Enters a position. */
export const deposit: Verb<PositionAction> = verb({
  name: "deposit",
  offeredBy: [],
  operation: "deposit",
  isListed: true,
  isPlanned: true,
  paysOthers: true,
  args: z
    .strictObject({
      tokenIn: addresses.describe("Token to deposit, or a list of them."),
      tokenOut: assets.describe("Token or position received, or a list of them."),
      amountIn: amounts.describe(
        "Raw amount to deposit; a list as long as tokenIn where that is one.",
      ),
      primaryAddress: asset.optional().describe("Contract that takes the deposit."),
      slippage: slippage.optional().describe(SLIPPAGE_MEANS),
      minAmountOut: minimums.optional().describe(MINIMUM_MEANS),
    })
    .check(otherTokens, amountEach, oneLimit, minimumEach),
  action: (args) =>
    understood({
      kind: "deposit",
      tokenIn: args.tokenIn,
      tokenOut: args.tokenOut,
      amountIn: args.amountIn,
      limit: limitOf(args),
      primaryAddress: args.primaryAddress ?? null,
    }),
  sent: sentPosition,
  amounts: ({ amountIn }) => amountIn,
  outputFault: ({ tokenOut }, index) => among(tokenOut.length, index),
  compile: (compiler, action) =>
    compilePosition(compiler, action) ?? compileDeposit(compiler, action),
});

/**
 * Compiles a deposit that no edge is: one token into one position, as a state of the protocol
 * offers it.
 */
function compileDeposit(compiler: Compiler, action: PositionAction): CompiledAction {
  const { index, primaryAddress } = action;
  const [tokenIn, ...otherIn] = action.tokenIn;
  const [tokenOut, ...otherOut] = action.tokenOut;
  const [amount] = action.amountIn;
  const isSingle = otherIn.length === 0 && otherOut.length === 0;
  if (!isSingle || tokenIn === undefined || tokenOut === undefined || amount === undefined) {
    throw unsupported(action);
  }
  const given = resolveAsset(compiler.snapshot, tokenIn, { index, argument: "tokenIn" });
  const named = namedByPrimary(tokenOut, primaryAddress);
  const wanted = resolveAsset(compiler.snapshot, named, { index, argument: "tokenOut" });
  return compileAccountAction(compiler, action, {
    offer: { verb: "deposit", given, wanted, primaryAddress },
    amount,
    // Such a deposit credits what it takes, one for one.
    limit: action.limit.kind === "minimum" ? action.limit : null,
  });
}
