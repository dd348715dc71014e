import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import { currencyOf } from "../../../lib/address.ts";
import type { PlacedAction } from "../action.ts";
import { address, minimum } from "../argument-schemas.ts";
import type { CompiledAction, Compiler } from "../compiler.ts";
import { understood } from "../reading.ts";
import { type Verb, verb } from "../verb.ts";

export interface MinAmountOutAction extends PlacedAction {
  readonly kind: "minamountout";
  readonly token: Address;
  readonly amount: bigint;
}

/** Reverts the bundle where the wallet has less of a token than an amount. */
export const minamountout: Verb<MinAmountOutAction> = verb({
  name: "minamountout",
  offeredBy: ["core"],
  operation: null,
  isListed: true,
  isExtension: true,
  isPlanned: false,
  args: z.strictObject({
    token: address.describe("Token that the wallet has to have."),
    amount: minimum.describe("Least raw balance, a literal; with less, all is reverted."),
  }),
  action: ({ token, amount: [amount = 1n] }) => understood({ kind: "minamountout", token, amount }),
  sent: ({ token, amount }) => ({ token, amount: amount.toString() }),
  amounts: () => [],
  outputFault: () => "has no output",
  compile: compileMinAmountOut,
});

function compileMinAmountOut({ builder }: Compiler, action: MinAmountOutAction): CompiledAction {
  const { token, amount, protocol } = action;
  const register = builder.register();
  builder.add({ op: "balance", out: register, token: currencyOf(token) });
  builder.add({ op: "at-least", in: register, minimum: amount });
  return {
    outputs: [],
    consumes: [],
    step: {
      ...{ kind: "action", action: "minamountout", protocol },
      ...{ tokenIn: [token], tokenOut: [], primary: null },
    },
  };
}
