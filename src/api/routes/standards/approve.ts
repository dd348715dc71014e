import { z } from "@hono/zod-openapi";
import { address, amount, unsigned } from "./arguments.ts";
import type { Standard } from "./standard.ts";

/** Lets a spender take tokens of the wallet. */
export const approve = {
  name: "approve",
  args: z.object({
    token: address.describe("Token to approve."),
    spender: address.describe("Address that may take it."),
    amount: amount.optional().describe("Raw amount, for ERC-20 and ERC-1155."),
    id: unsigned.optional().describe("Id of the token, for ERC-721 and ERC-1155."),
  }),
} satisfies Standard;
