import { z } from "@hono/zod-openapi";
import { ServiceError } from "../../../lib/errors.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { explain, explanationSchema } from "./explanation.ts";
import { amountInOf, amountInSchema, slippageOf, slippageSchema } from "./found-amount.ts";
import { builtFields, builtOf, usdFields, usdOf } from "./include.ts";
import { flag, recipient } from "./parameters.ts";
import { quoteEndpoint } from "./quote.ts";
import { routeParameters } from "./route-parameters.ts";
import { stepSchema, stepsOf, withLegs } from "./steps.ts";
import { answerTrade, chainService } from "./trade.ts";
import { routeRules, tradeParameters, tradeRules } from "./trade-parameters.ts";
import { transactionOut, transactionSchema, validUntilSchema } from "./transaction.ts";
import { typedDataOut, typedDataSchema } from "./typed-data.ts";
import { amountOut, integerOrNullOut, integerOut } from "./values.ts";

/** When the `toEOA` parameter was given up for `receiver`: 2025-04-01, as RFC 9745 writes it. */
const TO_EOA_DEPRECATED = "@1743465600";

const querySchema = z
  .object({
    ...tradeParameters,
    ...routeParameters,
    receiver: recipient
      .optional()
      .openapi({ description: "Who receives tokenOut; default fromAddress." }),
    toEOA: flag.optional().openapi({
      description: "Replaced by receiver: true means receiver = fromAddress unless that is given.",
      deprecated: true,
    }),
    priceImpact: flag.optional().openapi({
      description: "Whether to calculate and return the price impact.",
      default: true,
    }),
  })
  .check(...tradeRules, ...routeRules);

const routeSchema = z
  .object({
    route: z.array(stepSchema).openapi({ description: "Steps in execution order." }),
    gas: amountOut.openapi({ description: "Gas limit to send the transaction with." }),
    amountIn: amountInSchema,
    amountOut: amountOut.openapi({
      description:
        "What the receiver gets when the transaction executes in the block after createdAt with nothing in between.",
    }),
    minAmountOut: amountOut.openapi({
      description: "Least amount that the transaction accepts; below it reverts.",
    }),
    priceImpact: integerOrNullOut.optional().openapi({
      description: "Basis points; null when no USD price is known, absent with priceImpact=false.",
    }),
    slippage: slippageSchema,
    createdAt: integerOut.openapi({ description: "Block that the answer is made from." }),
    validUntil: validUntilSchema,
    tx: transactionSchema,
    permit: typedDataSchema.optional(),
    ...usdFields,
    ...builtFields,
    feeAmount: z.array(amountOut).optional().openapi({
      description: "Fee of each tokenIn in its smallest unit; only when fee is given.",
    }),
    explain: explanationSchema.optional().openapi({ description: "With explain=true." }),
  })
  .openapi("Route");

/** `GET /api/v1/shortcuts/route`. */
export const routeEndpoint = endpoint({
  path: "/api/v1/shortcuts/route",
  operationId: "route",
  tag: "Shortcuts",
  summary: "Build the transaction of the best route",
  description:
    "An unsigned transaction that was simulated as returned; of several `tokenIn`, all are sold in it. GET /api/v1/wallet/approve builds the approval of tokenIn that `router` and `corewallet` need before it is sent; with `permit` fromAddress signs what the answer's `permit` says instead; with `delegate` the wallet fromAddress delegate-calls tx.to.",
  query: querySchema,
  params: NO_PARAMETERS,
  aliases: { toEoa: "toEOA" },
  response: routeSchema,
  errors: ["STRATEGY_UNSUPPORTED", ...quoteEndpoint.errors, "CONTRACTS_MISSING"],
  cost: 10,
  queued: true,
  cache: "no-store",
  handle: (deps, { query }, c) => {
    if (query.toEOA === true) c.header("deprecation", TO_EOA_DEPRECATED);
    return route(deps, query, c.get("caller"));
  },
});

type RouteQuery = z.output<typeof querySchema>;

/** Routes a trade and builds its transaction. */
export async function route(
  deps: Deps,
  query: RouteQuery,
  caller: string | null = null,
): Promise<z.output<typeof routeSchema>> {
  const service = chainService(deps, query.chainId);
  const { chain } = service;
  requireSpender(query);
  requireRouter(query);
  const answer = await answerTrade(deps, query, {
    priceImpact: query.priceImpact !== false,
    ...{ basis: "simulation", withoutState: "refuse", caller },
  });
  const steps = stepsOf(chain.chainId, answer.route.hops);
  const { include, routingStrategy: strategy = "router" } = query;
  return {
    route: include?.includes("legs") ? withLegs(steps, answer.route.hops) : steps,
    gas: answer.gas.toString(),
    ...amountInOf(query, answer),
    amountOut: answer.amountOut.toString(),
    minAmountOut: answer.minAmountOut.toString(),
    ...(query.priceImpact !== false && { priceImpact: answer.priceImpactBps }),
    ...slippageOf(query, answer),
    createdAt: answer.block.number,
    validUntil: Number(answer.validUntil),
    tx: transactionOut(answer.tx),
    ...(answer.permit !== null && { permit: typedDataOut(answer.permit) }),
    ...(answer.feeAmounts !== null && { feeAmount: answer.feeAmounts.map(String) }),
    ...(include?.includes("usd") && usdOf(answer)),
    ...(await builtOf(service, answer, { include, strategy })),
    ...(query.explain === true && { explain: explain(answer) }),
  };
}

/** Signatures are for the router. Throws `STRATEGY_UNSUPPORTED`. */
export function requireRouter({
  routingStrategy = "router",
  permit,
}: Pick<RouteQuery, "routingStrategy" | "permit">): void {
  if (permit === undefined || routingStrategy === "router") return;
  throw new ServiceError(
    "STRATEGY_UNSUPPORTED",
    `permit ${permit} is signed for the router, and routingStrategy is ${routingStrategy}; leave permit out, or use router.`,
    { details: [{ path: "permit", message: "needs routingStrategy router" }] },
  );
}

/** With `router` the sender pays. Throws `STRATEGY_UNSUPPORTED`. */
export function requireSpender({
  routingStrategy = "router",
  fromAddress,
  spender,
}: Pick<RouteQuery, "routingStrategy" | "fromAddress" | "spender">): void {
  if (routingStrategy === "router" && spender !== undefined && spender !== fromAddress) {
    throw new ServiceError(
      "STRATEGY_UNSUPPORTED",
      `routingStrategy router pulls tokenIn from the sender, so spender ${spender} must be fromAddress ${fromAddress}; leave spender out or use delegate or corewallet.`,
      { details: [{ path: "spender", message: "must be fromAddress with router" }] },
    );
  }
}
