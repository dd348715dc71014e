import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { account, address, amount, amountOrZero } from "./arguments.ts";
import { amountOrId } from "./rules.ts";
import { standard } from "./standard.ts";

/** Sends tokens of the wallet. */
export const transfer = standard({
  name: "transfer",
  args: z
    .strictObject({
      token: address.describe("Token to send."),
      recipient: account.describe("Address that receives it."),
      amount: amount.optional().describe("Raw amount, for ERC-20 and ERC-1155."),
      id: amountOrZero.optional().describe("Id of the token, for ERC-721 and ERC-1155."),
    })
    .check(amountOrId),
  action: (args) =>
    understood({
      kind: "transfer",
      token: args.token,
      recipient: args.recipient,
      amount: args.amount ?? null,
      id: args.id ?? null,
    }),
});
