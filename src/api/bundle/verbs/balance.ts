import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import { currencyOf } from "../../../lib/address.ts";
import type { PlacedAction } from "../action.ts";
import { address } from "../argument-schemas.ts";
import type { CompiledAction, Compiler } from "../compiler.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { type Verb, verb } from "../verb.ts";

export interface BalanceAction extends PlacedAction {
  readonly kind: "balance";
  readonly token: Address;
}

/** What the wallet has of a token when the bundle comes to it. */
export const balance: Verb<BalanceAction> = verb({
  name: "balance",
  offeredBy: ["core"],
  operation: null,
  isListed: true,
  isExtension: true,
  isPlanned: false,
  args: z.strictObject({
    token: address.describe("Token whose balance in the wallet is the output."),
  }),
  action: ({ token }) => understood({ kind: "balance", token }),
  sent: ({ token }) => ({ token }),
  amounts: () => [],
  outputFault: (_, index) => among(1, index),
  compile: compileBalance,
});

/** Compiles a balance; it is no gain, and nothing of it is supplied. */
function compileBalance({ builder }: Compiler, action: BalanceAction): CompiledAction {
  const { token, protocol } = action;
  const register = builder.register();
  builder.add({ op: "balance", out: register, token: currencyOf(token) });
  return {
    outputs: [{ index: 0, token: null, register, expected: null }],
    consumes: [],
    step: {
      ...{ kind: "action", action: "balance", protocol },
      ...{ tokenIn: [token], tokenOut: [], primary: null },
    },
  };
}
