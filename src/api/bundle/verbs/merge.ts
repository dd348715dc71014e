import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import type { Amount, PlacedAction } from "../action.ts";
import { address, amounts } from "../argument-schemas.ts";
import { type CompiledAction, type Compiler, expectedAmount, ownRegister } from "../compiler.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { oneOrList, sentAmount } from "../sent-values.ts";
import { type Verb, verb } from "../verb.ts";

export interface MergeAction extends PlacedAction {
  readonly kind: "merge";
  readonly token: Address;
  /** At least one. */
  readonly amounts: readonly Amount[];
}

/** Adds amounts of a token up, for one later action. */
export const merge: Verb<MergeAction> = verb({
  name: "merge",
  offeredBy: ["core"],
  operation: null,
  isListed: true,
  isExtension: true,
  isPlanned: false,
  args: z.strictObject({
    token: address.describe("Token of the amounts."),
    amounts: amounts.describe("Raw amounts to add up, such as earlier outputs."),
  }),
  action: (args) => understood({ kind: "merge", ...args }),
  sent: ({ token, amounts }) => ({ token, amounts: oneOrList(amounts.map(sentAmount)) }),
  amounts: ({ amounts }) => amounts,
  outputFault: (_, index) => among(1, index),
  compile: compileMerge,
});

function compileMerge(compiler: Compiler, action: MergeAction): CompiledAction {
  const { token, amounts, protocol } = action;
  const [first, ...others] = amounts;
  if (first === undefined) throw new Error("nothing to add up");
  const register = ownRegister(compiler, first);
  for (const other of others) {
    compiler.builder.add({ op: "add", out: register, in: ownRegister(compiler, other) });
  }
  let expected: bigint | null = 0n;
  for (const amount of amounts) {
    const part = expectedAmount(compiler, amount);
    expected = expected === null || part === null ? null : expected + part;
  }
  return {
    outputs: [{ index: 0, token, register, expected }],
    consumes: amounts.map((amount) => ({ token, amount })),
    step: {
      ...{ kind: "action", action: "merge", protocol },
      ...{ tokenIn: [token], tokenOut: [token], primary: null },
    },
  };
}
