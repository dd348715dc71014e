import { z } from "@hono/zod-openapi";
import { lower } from "../../../lib/address.ts";
import type { PoolState } from "../../../protocols/protocol.ts";
import type { Supplied } from "../../simulation/funding.ts";
import type { TransactionAnswer } from "../../trade/pipeline.ts";
import { positionOf } from "./steps.ts";
import { addressOut, amountOut, integerOrNullOut, integerOut } from "./values.ts";

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
    legs: z.array(
      z.object({
        venue: z.string().openapi({ description: "Slug of the protocol." }),
        action: z.enum(["swap", "deposit", "redeem"]),
        pool: z.string().openapi({ description: "Address of the pool, or its id." }),
        tokenIn: addressOut,
        tokenOut: addressOut,
        amountIn: amountOut,
        amountOut,
        fee: integerOrNullOut.openapi({
          description:
            "Fee of the pool in hundredths of a basis point (3000 is 0.3 %); null when it has no fixed one.",
        }),
        gas: amountOut.openapi({ description: "Estimated gas of the leg." }),
        beside: z
          .array(z.object({ token: addressOut, amount: amountOut }))
          .optional()
          .openapi({
            description:
              "Of a leg that pays several tokens in for a share, those besides `tokenIn`; of one that burns a share for several, those besides `tokenOut`.",
          }),
      }),
    ),
    gapBps: z.number().nullable().openapi({
      description:
        "Proven distance, in basis points of the output, from the best that any route within the limits is worth after its legs' gas; null when nothing is proven.",
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
  const { block, route, supplied } = answer;
  return {
    block: { number: block.number, hash: block.hash, timestamp: block.timestamp },
    legs: route.hops.map((hop) => ({
      venue: hop.edge.state.slug,
      action: hop.edge.action,
      pool: hop.edge.state.id,
      tokenIn: hop.edge.tokenIn,
      tokenOut: positionOf(hop.edge)?.address ?? hop.edge.tokenOut,
      amountIn: hop.amountIn.toString(),
      amountOut: hop.amountOut.toString(),
      fee: fixedFeePips(hop.edge.state),
      gas: hop.gas.toString(),
      ...(hop.beside !== undefined && {
        beside: hop.beside.map(({ token, amount }) => ({ token, amount: amount.toString() })),
      }),
    })),
    gapBps: route.certificate?.gapBps ?? null,
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

/** Pools with one fee for every trade keep it as `feePips` in their state. */
function fixedFeePips(state: PoolState): number | null {
  return "feePips" in state && typeof state.feePips === "number" ? state.feePips : null;
}
