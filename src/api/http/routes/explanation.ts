import { z } from "@hono/zod-openapi";
import { lower } from "../../../lib/address.ts";
import type { Supplied } from "../../simulation/funding.ts";
import type { TransactionAnswer } from "../../trade/pipeline.ts";
import { legOf, legSchema } from "./legs.ts";
import { addressOut, amountOut, integerOut } from "./values.ts";

const suppliedSchema = z.object({
  balance: z.object({ token: addressOut, amount: amountOut }).nullable(),
  allowance: z.object({ token: addressOut, spender: addressOut, amount: amountOut }).nullable(),
});

/** How an answer came about. */
export const explanationSchema = z
  .object({
    block: z
      .object({
        number: integerOut,
        hash: z.string(),
        timestamp: integerOut.openapi({ description: "Seconds since the epoch." }),
      })
      .openapi({ description: "Block whose state the answer is made from." }),
    legs: z.array(legSchema),
    gapBps: z.number().nullable().openapi({
      description:
        "Proven distance, in basis points of the output, from the best that any route within the limits is worth after its legs' gas; null when nothing is proven.",
    }),
    l1Fee: amountOut.openapi({
      description:
        "Wei that the transaction's data costs on the chain that this one settles on, at the block's prices: on chains of the OP stack beside gas times gas price, on Arbitrum as a part of it; 0 elsewhere.",
    }),
    operatorFee: amountOut.openapi({
      description:
        "Wei that the operator of an OP stack chain charges for the gas that is used, beside gas times gas price, at the block's prices; 0 elsewhere, and where none is set.",
    }),
    supplied: z
      .union([suppliedSchema, z.array(suppliedSchema)])
      .nullable()
      .openapi({
        description:
          "What fromAddress lacked and the simulation supplied, of several tokenIn a list; null where nothing was simulated.",
      }),
    alternatives: z
      .array(z.object({ pools: z.array(z.string()), amountOut, gas: amountOut }))
      .openapi({ description: "Best routes that were not chosen, best first." }),
  })
  .openapi("Explanation");

/** Explains an answer. */
export function explain(answer: TransactionAnswer): z.output<typeof explanationSchema> {
  const { block, route, l1Fee, operatorFee, supplied } = answer;
  return {
    block: { number: block.number, hash: block.hash, timestamp: block.timestamp },
    legs: route.hops.map(legOf),
    gapBps: route.certificate?.gapBps ?? null,
    l1Fee: l1Fee.toString(),
    operatorFee: operatorFee.toString(),
    supplied: supplied && oneOrAll(supplied.map(suppliedOut)),
    alternatives: route.alternatives.map(({ pools, amountOut: out, gas }) => ({
      pools: [...pools],
      amountOut: out.toString(),
      gas: gas.toString(),
    })),
  };
}

/** The one of a list of one. */
function oneOrAll<T>(list: readonly T[]): T | T[] {
  const [only] = list;
  return only !== undefined && list.length === 1 ? only : [...list];
}

function suppliedOut({ balance, allowance }: Supplied) {
  return {
    balance: balance && { token: balance.token, amount: balance.amount.toString() },
    allowance: allowance && {
      token: allowance.token,
      spender: lower(allowance.spender),
      amount: allowance.amount.toString(),
    },
  };
}
