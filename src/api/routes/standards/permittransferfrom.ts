import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { amount, contract, signature, unsigned } from "./arguments.ts";
import { standard } from "./standard.ts";

/** Takes tokens by a Permit2 signature. */
export const permittransferfrom = standard({
  name: "permittransferfrom",
  args: z.strictObject({
    token: contract.describe("Token to take."),
    amount: amount.describe("Raw amount to take."),
    nonce: unsigned.describe("Permit2 nonce that was signed."),
    deadline: unsigned.describe(
      "Time after which the signature is void, in seconds since the epoch.",
    ),
    signature: signature.describe("Permit2 signature of the owner."),
  }),
  action: (args) =>
    understood({
      kind: "permittransferfrom",
      token: args.token,
      amount: args.amount,
      nonce: args.nonce,
      deadline: args.deadline,
      signature: args.signature,
    }),
});
