import { z } from "@hono/zod-openapi";
import { lower } from "../../../lib/address.ts";
import type { Transaction } from "../../program/execution.ts";
import { addressOut, amountOut, integerOut } from "./values.ts";

/** Names that other services and older documents use for a strategy. */
export const STRATEGY_ALIASES = {
  "router-legacy": "router",
  "delegate-legacy": "delegate",
  ensowallet: "corewallet",
  "ensowallet-v2": "corewallet",
} as const;

/** An unsigned transaction in a response. */
export const transactionSchema = z
  .object({
    data: z.string().openapi({ description: "Calldata in hexadecimal." }),
    to: addressOut.openapi({ description: "Contract to call." }),
    from: addressOut,
    value: amountOut.openapi({ description: "Wei to send along." }),
  })
  .openapi("Transaction");

/** Until when a transaction can be executed. */
export const validUntilSchema = integerOut.openapi({
  description: "Last second at which the transaction is valid, since the epoch.",
});

/** The transaction as a response carries it. */
export function transactionOut({
  data,
  to,
  from,
  value,
}: Transaction): z.output<typeof transactionSchema> {
  return { data, to: lower(to), from: lower(from), value: value.toString() };
}
