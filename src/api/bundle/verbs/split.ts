import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import type { Amount, PlacedAction } from "../action.ts";
import { address, amount, parts } from "../argument-schemas.ts";
import { type CompiledAction, type Compiler, expectedAmount, ownRegister } from "../compiler.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { sentAmount } from "../sent-values.ts";
import { shareOf, shareX64 } from "../share-of-amount.ts";
import { type Verb, verb } from "../verb.ts";

export interface SplitAction extends PlacedAction {
  readonly kind: "split";
  readonly token: Address;
  readonly amount: Amount;
  /** Basis points, together 10,000. */
  readonly parts: readonly number[];
}

/** Divides an amount among later actions, by the index of its outputs. */
export const split: Verb<SplitAction> = verb({
  name: "split",
  offeredBy: ["core"],
  operation: null,
  isListed: true,
  isExtension: true,
  isPlanned: false,
  args: z.strictObject({
    token: address.describe("Token of the amount."),
    amount: amount.describe("Raw amount to divide, such as an earlier output."),
    parts: parts.describe("Basis points of each output, 2 to 10 of them, together 10000."),
  }),
  action: (args) => understood({ kind: "split", ...args }),
  sent: ({ token, amount, parts }) => {
    return { token, amount: sentAmount(amount), parts: parts.map(String) };
  },
  amounts: ({ amount }) => [amount],
  outputFault: ({ parts }, index) => among(parts.length, index),
  compile: compileSplit,
});

/** Compiles a split: each part of what is left, the last all that is. */
function compileSplit(compiler: Compiler, action: SplitAction): CompiledAction {
  const { builder } = compiler;
  const { token, amount, parts, protocol } = action;
  const rest = ownRegister(compiler, amount);
  let left = expectedAmount(compiler, amount);
  let whole = parts.reduce((sum, part) => sum + part, 0);
  const outputs = parts.map((part, index) => {
    if (index === parts.length - 1) return { index, token, register: rest, expected: left };
    const share = shareX64(part, whole);
    const register = builder.register();
    builder.add({ op: "take", out: register, in: rest, shareX64: share });
    const expected = left === null ? null : shareOf(left, share);
    left = left === null || expected === null ? null : left - expected;
    whole -= part;
    return { index, token, register, expected };
  });
  return {
    outputs,
    consumes: [{ token, amount }],
    step: {
      ...{ kind: "action", action: "split", protocol },
      ...{ tokenIn: [token], tokenOut: [token], primary: null },
    },
  };
}
