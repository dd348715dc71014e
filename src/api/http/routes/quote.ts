import { z } from "@hono/zod-openapi";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { explain, explanationSchema } from "./explanation.ts";
import { amountInOf, amountInSchema } from "./found-amount.ts";
import { quoteInclude, usdFields, usdOf } from "./include.ts";
import { flag } from "./parameters.ts";
import { stepSchema, stepsOf, withLegs } from "./steps.ts";
import { answerTrade, chainService } from "./trade.ts";
import { tradeParameters, tradeRules } from "./trade-parameters.ts";
import { amountOut, integerOut } from "./values.ts";

const querySchema = z
  .object({
    ...tradeParameters,
    priceImpact: flag.optional().openapi({
      description: "Whether to calculate and return the price impact.",
      default: false,
    }),
    include: quoteInclude,
    simulate: flag.optional().openapi({
      description:
        "Whether to ask the node too: `gas` is then what a simulation uses, and what the sender lacks stands in `explain.supplied`.",
      default: false,
    }),
  })
  .check(...tradeRules);

const quoteSchema = z
  .object({
    gas: amountOut.openapi({ description: "Gas limit to send the transaction with." }),
    amountIn: amountInSchema,
    amountOut: amountOut.openapi({ description: "What the receiver gets, smallest unit." }),
    ...usdFields,
    route: z
      .array(stepSchema)
      .optional()
      .openapi({ description: "With include=legs: steps in execution order." }),
    feeAmount: z.array(amountOut).optional().openapi({
      description: "Fee of each tokenIn in its smallest unit; only when fee is given.",
    }),
    priceImpact: integerOut
      .optional()
      .openapi({ description: "Basis points; only when asked for and known." }),
    explain: explanationSchema.optional().openapi({ description: "With explain=true." }),
  })
  .openapi("Quote");

/** `GET /api/v1/shortcuts/quote`. */
export const quoteEndpoint = endpoint({
  path: "/api/v1/shortcuts/quote",
  operationId: "quote",
  tag: "Shortcuts",
  summary: "Quote a trade",
  description:
    "Amount received for an amount given. Needs neither funds nor allowances, and answers the same `amountOut` as the route endpoint: that of the plan, computed exactly from the contracts' own arithmetic, without asking a node; `gas` is estimated. Where a token on the way rounds what is transferred (stETH, aTokens), or with `simulate=true`, the node simulates it. With `blockNumber` or `timestamp` it answers what it answered at that block. Where the node has dropped the block's state nothing can be simulated; then amounts of tokens that round may differ by a few units, and `explain.supplied` is null.",
  query: querySchema,
  params: NO_PARAMETERS,
  aliases: {},
  response: quoteSchema,
  errors: [
    "UNSUPPORTED_CHAIN",
    "UNKNOWN_TOKEN",
    "UNKNOWN_PROTOCOL",
    "NO_ROUTE",
    "INSUFFICIENT_LIQUIDITY",
    "AMOUNT_TOO_SMALL",
    "CAP_EXCEEDED",
    "PROTOCOL_PAUSED",
    "SIMULATION_FAILED",
    "BLOCK_UNAVAILABLE",
    "INDEX_STALE",
    "OVERLOADED",
    "UPSTREAM_UNAVAILABLE",
  ],
  cost: 5,
  queued: true,
  cache: "no-store",
  handle: async (deps, { query }, c) => (await quoteAt(deps, query, c.get("caller"))).body,
});

/** Quotes a trade, and says the block that the quote is of. */
export async function quoteAt(
  deps: Deps,
  query: z.output<typeof querySchema>,
  caller: string | null = null,
): Promise<{ readonly block: number; readonly body: z.output<typeof quoteSchema> }> {
  const answer = await answerTrade(deps, query, {
    priceImpact: query.priceImpact === true,
    basis: query.simulate === true ? "simulation" : "plan",
    withoutState: "replay",
    caller,
  });
  const { chain } = chainService(deps, query.chainId);
  const { hops } = answer.route;
  const body = {
    gas: answer.gas.toString(),
    ...amountInOf(query, answer),
    amountOut: answer.amountOut.toString(),
    ...(answer.feeAmounts !== null && { feeAmount: answer.feeAmounts.map(String) }),
    ...(query.priceImpact === true &&
      answer.priceImpactBps !== null && { priceImpact: answer.priceImpactBps }),
    ...(query.include?.includes("usd") && usdOf(answer)),
    ...(query.include?.includes("legs") && {
      route: withLegs(stepsOf(chain.chainId, hops), hops),
    }),
    ...(query.explain === true && { explain: explain(answer) }),
  };
  return { block: answer.block.number, body };
}
