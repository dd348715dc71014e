import { z } from "@hono/zod-openapi";
import { address, amount, unsigned } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Sends tokens of the wallet. */
export const transfer = {
  name: "transfer",
  args: z.object({
    token: address.describe("Token to send."),
    recipient: address.describe("Address that receives it."),
    amount: amount.optional().describe("Raw amount, for ERC-20 and ERC-1155."),
    id: unsigned.optional().describe("Id of the token, for ERC-721 and ERC-1155."),
  }),
} satisfies Standard;
