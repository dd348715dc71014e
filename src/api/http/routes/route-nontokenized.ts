import { z } from "@hono/zod-openapi";
import { ServiceError } from "../../../lib/errors.ts";
import type { Position } from "../../../protocols/position.ts";
import type { Snapshot } from "../../graph/snapshot.ts";
import type { Strategy } from "../../program/execution.ts";
import { findPosition, type PositionReference, unknownPosition } from "../../trade/positions.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { explain, explanationSchema } from "./explanation.ts";
import { amountInOf, amountInSchema, slippageOf, slippageSchema } from "./found-amount.ts";
import { builtFields, builtOf, usdFields, usdOf } from "./include.ts";
import { integer, positionReference, recipient } from "./parameters.ts";
import { requireRouter, requireSpender, routeEndpoint } from "./route.ts";
import { routeParameters } from "./route-parameters.ts";
import { stepSchema, stepsIntoPosition, withLegs } from "./steps.ts";
import { answerDeposit, chainService, serviceAt } from "./trade.ts";
import { routeRules, tradeParameters, tradeRules } from "./trade-parameters.ts";
import { transactionOut, transactionSchema, validUntilSchema } from "./transaction.ts";
import { typedDataOut, typedDataSchema } from "./typed-data.ts";
import { amountOut, integerOut } from "./values.ts";

const { tokenOut: _, ...depositParameters } = tradeParameters;

const querySchema = z
  .object({
    ...depositParameters,
    chainId: integer(1, Number.MAX_SAFE_INTEGER).openapi({
      description: "Chain of the position.",
      example: 1,
    }),
    positionOut: positionReference.openapi({
      description: "Position to deposit into: its address, or its positionId where it shares one.",
    }),
    receiver: recipient.openapi({ description: "Who the position is credited to." }),
    ...routeParameters,
  })
  .check(...tradeRules, ...routeRules);

const routeSchema = z
  .object({
    route: z.array(stepSchema).openapi({ description: "Steps in execution order." }),
    gas: amountOut.openapi({ description: "Gas limit to send the transaction with." }),
    amountIn: amountInSchema,
    amountOut: amountOut.openapi({
      description:
        "Shares credited when the transaction executes in the block after createdAt with nothing in between.",
    }),
    minAmountOut: amountOut.openapi({
      description: "Least shares that the transaction accepts; below it reverts.",
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
  .openapi("NontokenizedRoute");

/** `GET /api/v1/shortcuts/route/nontokenized`. */
export const routeNontokenizedEndpoint = endpoint({
  path: "/api/v1/shortcuts/route/nontokenized",
  operationId: "routeNontokenized",
  tag: "Shortcuts",
  summary: "Build the transaction of the best route into a position that issues no token",
  description:
    "Only deposits are supported. Positions that credit their caller alone need `delegate` or `corewallet`, with the wallet or fromAddress as receiver; BEX vaults need `delegate`.",
  query: querySchema,
  params: NO_PARAMETERS,
  aliases: {},
  response: routeSchema,
  errors: [
    ...new Set([
      ...routeEndpoint.errors,
      "UNKNOWN_POSITION" as const,
      "ACTION_UNSUPPORTED" as const,
    ]),
  ],
  cost: 10,
  queued: true,
  cache: "no-store",
  handle: (deps, { query }, c) => routeNontokenized(deps, query, c.get("caller")),
});

/** Routes a deposit into a position and builds its transaction. */
export async function routeNontokenized(
  deps: Deps,
  query: z.output<typeof querySchema>,
  caller: string | null = null,
): Promise<z.output<typeof routeSchema>> {
  const current = chainService(deps, query.chainId);
  requireSpender(query);
  requireRouter(query);
  await current.admit(query.tokenIn, caller);
  const service = await serviceAt(current, query);
  const position = depositTarget(service.snapshot(), query);
  requireStrategy(position, query.routingStrategy ?? "router");
  const answer = await answerDeposit(deps, service, { ...query, tokenOut: position.key });
  const steps = stepsIntoPosition(service.chain.chainId, answer.route.hops);
  const { include, routingStrategy: strategy = "router" } = query;
  return {
    route: include?.includes("legs") ? withLegs(steps, answer.route.hops) : steps,
    gas: answer.gas.toString(),
    ...amountInOf(query, answer),
    amountOut: answer.amountOut.toString(),
    minAmountOut: answer.minAmountOut.toString(),
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

/**
 * The position to deposit into. Throws `UNKNOWN_POSITION`, and `ACTION_UNSUPPORTED` for what is no
 * deposit into one.
 */
function depositTarget(
  snapshot: Snapshot,
  query: Pick<z.output<typeof querySchema>, "positionOut" | "tokenIn">,
): Position {
  const { positionOut, tokenIn } = query;
  const { contract } = positionOut;
  if (positionOut.inside === null && snapshot.tokens.has(contract)) {
    throw onlyDeposits(
      "positionOut",
      `${contract} is a token; GET /api/v1/shortcuts/route enters it`,
    );
  }
  for (const token of tokenIn) {
    if (snapshot.tokens.has(token) || !isPosition(snapshot, token)) continue;
    throw onlyDeposits("tokenIn", `${token} is a position; withdraw from it by a bundle first`);
  }
  const found = findPosition(snapshot, positionOut);
  if (found === null) throw unknownPosition(snapshot.chainId, "positionOut", textOf(positionOut));
  return found.position;
}

function isPosition(snapshot: Snapshot, address: string): boolean {
  return [...snapshot.positions.values()].some(({ position }) => position.address === address);
}

function onlyDeposits(path: string, why: string): ServiceError {
  return new ServiceError(
    "ACTION_UNSUPPORTED",
    `only deposits into non-tokenized positions are supported: ${path} ${why}.`,
    { details: [{ path, message: why }] },
  );
}

function textOf({ contract, inside }: PositionReference): string {
  return inside === null ? contract : `${inside.chainId}:${contract}:${inside.id}`;
}

/** Who can be credited decides who may call. Throws `STRATEGY_UNSUPPORTED`. */
function requireStrategy(position: Position, strategy: Strategy): void {
  const { address, credits, delegateOnly } = position;
  const allowed: readonly Strategy[] = delegateOnly
    ? ["delegate"]
    : credits === "caller"
      ? ["delegate", "corewallet"]
      : ["router", "delegate", "corewallet"];
  if (allowed.includes(strategy)) return;
  const why = delegateOnly
    ? "only a smart wallet that delegate-calls may deposit into it"
    : "it credits its caller alone, which would be the router's executor";
  throw new ServiceError(
    "STRATEGY_UNSUPPORTED",
    `routingStrategy ${strategy} cannot enter ${address}: ${why}; use ${allowed.join(" or ")}.`,
    { details: [{ path: "routingStrategy", message: `must be ${allowed.join(" or ")}` }] },
  );
}
