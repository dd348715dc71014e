import { z } from "@hono/zod-openapi";
import { understood } from "../../bundle/reading.ts";
import { account, amount, amountOrZero, contract } from "./arguments.ts";
import { amountOrId } from "./rules.ts";
import { standard } from "./standard.ts";

/** Lets a spender take tokens of the wallet. */
export const approve = standard({
  name: "approve",
  args: z
    .strictObject({
      token: contract.describe("Token to approve."),
      spender: account.describe("Address that may take it."),
      amount: amount.optional().describe("Raw amount, for ERC-20 and ERC-1155."),
      id: amountOrZero.optional().describe("Id of the token, for ERC-721 and ERC-1155."),
    })
    .check(amountOrId),
  action: (args) =>
    understood({
      kind: "approve",
      token: args.token,
      spender: args.spender,
      amount: args.amount ?? null,
      id: args.id ?? null,
    }),
});
