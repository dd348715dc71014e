import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import { currencyOf } from "../../../lib/address.ts";
import type { Amount, PlacedAction } from "../action.ts";
import { address, amount, basisPoints, recipient } from "../argument-schemas.ts";
import { type CompiledAction, type Compiler, expectedAmount, ownRegister } from "../compiler.ts";
import { among } from "../outputs.ts";
import { understood } from "../reading.ts";
import { sentAmount } from "../sent-values.ts";
import { shareOf, shareX64 } from "../share-of-amount.ts";
import { type Verb, verb } from "../verb.ts";

export interface FeeAction extends PlacedAction {
  readonly kind: "fee";
  readonly token: Address;
  readonly amount: Amount;
  readonly bps: number;
  readonly recipient: Address;
}

/** Sends a part of an amount to somebody; the rest is the output. */
export const fee: Verb<FeeAction> = verb({
  name: "fee",
  offeredBy: ["core"],
  operation: null,
  isListed: true,
  isExtension: true,
  isPlanned: false,
  args: z.strictObject({
    token: address.describe("Token that the fee is paid in."),
    amount: amount.describe("Raw amount that the fee is a part of, such as an earlier output."),
    bps: basisPoints.describe("Basis points of the amount, 1 to 9999."),
    recipient: recipient.describe("Who gets the fee; the rest is the output."),
  }),
  action: (args) => understood({ kind: "fee", ...args }),
  sent: ({ token, amount, bps, recipient }) => {
    return { token, amount: sentAmount(amount), bps: String(bps), recipient };
  },
  amounts: ({ amount }) => [amount],
  outputFault: (_, index) => among(1, index),
  compile: compileFee,
});

function compileFee(compiler: Compiler, action: FeeAction): CompiledAction {
  const { builder } = compiler;
  const { token, amount, bps, recipient, protocol } = action;
  const rest = ownRegister(compiler, amount);
  const paid = builder.register();
  const share = shareX64(bps, 10_000);
  builder.add({ op: "take", out: paid, in: rest, shareX64: share });
  builder.add({ op: "send", in: paid, token: currencyOf(token), to: recipient });
  const whole = expectedAmount(compiler, amount);
  const expected = whole === null ? null : whole - shareOf(whole, share);
  return {
    outputs: [{ index: 0, token, register: rest, expected }],
    consumes: [{ token, amount }],
    step: {
      ...{ kind: "action", action: "fee", protocol },
      ...{ tokenIn: [token], tokenOut: [token], primary: null },
    },
  };
}
