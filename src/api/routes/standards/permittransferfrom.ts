import { z } from "@hono/zod-openapi";
import { address, amount, bytes, unsigned } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Takes tokens by a Permit2 signature. */
export const permittransferfrom = {
  name: "permittransferfrom",
  args: z.object({
    token: address.describe("Token to take."),
    amount: amount.describe("Raw amount to take."),
    nonce: unsigned.describe("Permit2 nonce that was signed."),
    deadline: unsigned.describe(
      "Time after which the signature is void, in seconds since the epoch.",
    ),
    signature: bytes.describe("Permit2 signature of the owner."),
  }),
} satisfies Standard;
