import { z } from "@hono/zod-openapi";
import { type Address, isAddress } from "viem";
import { lower } from "../../../lib/address.ts";
import { ServiceError } from "../../../lib/errors.ts";
import { sentAction } from "../../bundle/echo.ts";
import { offersOn } from "../../bundle/offers.ts";
import { MAX_ACTIONS, parseBundle } from "../../bundle/parse.ts";
import type { BundleStep } from "../../bundle/request.ts";
import { type BundleAction, VERBS } from "../../bundle/verbs/index.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { account, integer, recipient, word } from "./parameters.ts";
import { deadlineParameter } from "./route-parameters.ts";
import { stepsOf } from "./steps.ts";
import { chainService, requireOneChain } from "./trade.ts";
import { refusedParameters } from "./trade-parameters.ts";
import {
  STRATEGY_ALIASES,
  transactionOut,
  transactionSchema,
  validUntilSchema,
} from "./transaction.ts";
import { addressOut, amountOut, integerOut } from "./values.ts";

const querySchema = z.object({
  chainId: integer(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .openapi({ description: "Chain of the transaction.", default: 1, example: 1 }),
  fromAddress: account.openapi({
    description:
      "Smart wallet that delegate-calls the transaction; with `corewallet`, owner of the service's wallet.",
    example: "0xd8da6bf26964af9d7eed9e03e53415d37aa96045",
  }),
  receiver: recipient.optional().openapi({
    description: "Who gets the outputs that are left at the end; default: they stay in the wallet.",
  }),
  spender: account
    .optional()
    .openapi({ description: "Who spends the tokens; default fromAddress." }),
  refundReceiver: recipient
    .optional()
    .openapi({ description: "Who gets what actions leave over; default fromAddress." }),
  routingStrategy: word(["delegate", "corewallet", "router"], STRATEGY_ALIASES).optional().openapi({
    description: "How the transaction is executed; `router` cannot execute bundles.",
    default: "delegate",
  }),
  deadline: deadlineParameter,
  ...refusedParameters,
});

/**
 * One action of the body, for the documentation: `parseBundle` validates with the same schemas of
 * the arguments.
 */
const actionSchemas = VERBS.map(({ name, args }) =>
  z.object({
    protocol: z.string().openapi({ description: "Slug, or `core`.", example: "core" }),
    action: z.literal(name),
    args,
  }),
);

const sentActionSchema = z
  .object({
    protocol: z.string(),
    action: z.string(),
    args: z.record(z.string(), z.unknown()),
  })
  .openapi("BundleAction");

const bundleStepSchema = z
  .object({
    action: z.string().openapi({ example: "swap" }),
    protocol: z.string().openapi({ example: "uniswap-v3" }),
    tokenIn: z.array(addressOut),
    tokenOut: z.array(addressOut),
    positionInId: z.array(z.string()).optional(),
    positionOutId: z.array(z.string()).optional(),
    primary: addressOut.optional().openapi({ description: "Contract that the step calls." }),
  })
  .openapi("BundleStep");

const answerSchema = z
  .object({
    bundle: z
      .array(sentActionSchema)
      .openapi({ description: "The actions as they were understood." }),
    createdAt: integerOut.openapi({ description: "Block that the answer is made from." }),
    gas: amountOut.openapi({ description: "Gas limit to send the transaction with." }),
    validUntil: validUntilSchema,
    tx: transactionSchema,
    amountsOut: z.record(z.string(), amountOut).openapi({
      description:
        "By token or position: what the wallet or the receiver gains, smallest unit. Positions stay with the wallet.",
    }),
    route: z.array(bundleStepSchema).openapi({ description: "Steps in execution order." }),
  })
  .openapi("Bundle");

/** `POST /api/v1/shortcuts/bundle`. */
export const bundleEndpoint = endpoint({
  path: "/api/v1/shortcuts/bundle",
  operationId: "bundle",
  tag: "Shortcuts",
  summary: "Build one transaction of several actions",
  description:
    "Actions run in order, in one transaction that was simulated as returned; an amount may be the output of an earlier action.",
  query: querySchema,
  params: NO_PARAMETERS,
  aliases: {},
  body: z
    .array(z.union(actionSchemas))
    .min(1)
    .max(MAX_ACTIONS)
    .openapi({
      example: [
        {
          protocol: "core",
          action: "route",
          args: {
            tokenIn: "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
            tokenOut: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
            amountIn: "1000000000000000000",
            slippage: "50",
          },
        },
        {
          protocol: "erc20",
          action: "transfer",
          args: {
            token: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
            recipient: "0x00000000219ab540356cbb839cbe05303d7705fa",
            amount: { useOutputOfCallAt: 0 },
          },
        },
      ],
    }),
  response: answerSchema,
  errors: [
    "UNSUPPORTED_CHAIN",
    "UNKNOWN_TOKEN",
    "UNKNOWN_POSITION",
    "UNKNOWN_PROTOCOL",
    "ACTION_UNSUPPORTED",
    "STRATEGY_UNSUPPORTED",
    "NO_ROUTE",
    "INSUFFICIENT_LIQUIDITY",
    "AMOUNT_TOO_SMALL",
    "CAP_EXCEEDED",
    "PROTOCOL_PAUSED",
    "SIMULATION_FAILED",
    "INDEX_STALE",
    "OVERLOADED",
    "UPSTREAM_UNAVAILABLE",
    "CONTRACTS_MISSING",
  ],
  cost: 20,
  queued: true,
  cache: "no-store",
  handle: (deps, request, c) => bundle(deps, request, c.get("caller")),
});

/** Builds the transaction of a bundle. */
export async function bundle(
  deps: Deps,
  { query, body }: { readonly query: z.output<typeof querySchema>; readonly body: unknown },
  caller: string | null = null,
): Promise<z.output<typeof answerSchema>> {
  const { fromAddress, routingStrategy: strategy = "delegate" } = query;
  const service = chainService(deps, query.chainId);
  const { chainId } = service.chain;
  requireOneChain(query);
  const offers = offersOn(chainId, deps.protocols, service.lastSnapshot());
  const actions = parseBundle(body, { chainId, offers });
  if (strategy === "router") throw routerUnsupported();
  await service.contracts.required();
  await service.admit(addressesIn(actions), caller);
  const answering = deps.answerBundle(service, {
    chainId,
    fromAddress,
    receiver: query.receiver ?? null,
    spender: query.spender ?? fromAddress,
    refundReceiver: query.refundReceiver ?? fromAddress,
    strategy,
    deadline: query.deadline ?? null,
    actions,
  });
  const answer = await answering.catch((error: unknown) => {
    const isUnknown = error instanceof ServiceError && error.code === "UNKNOWN_TOKEN";
    throw (isUnknown && service.unseen([error.data.address as Address])) || error;
  });
  return {
    bundle: answer.actions.map((action) => ({ ...sentAction(action) })),
    createdAt: answer.block.number,
    gas: answer.gas.toString(),
    validUntil: Number(answer.validUntil),
    tx: transactionOut(answer.tx),
    amountsOut: Object.fromEntries(
      [...answer.amountsOut].map(([token, amount]) => [token, amount.toString()]),
    ),
    route: answer.steps.flatMap((step) => stepsIn(chainId, step)),
  };
}

/** Every address that actions name, whatever for; each once, lower-case. */
function addressesIn(actions: readonly BundleAction[]): readonly Address[] {
  const found = new Set<Address>();
  const look = (value: unknown): void => {
    if (typeof value === "string" && isAddress(value, { strict: false })) found.add(lower(value));
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(look);
  };
  look(actions);
  return [...found];
}

function stepsIn(chainId: number, step: BundleStep): z.output<typeof bundleStepSchema>[] {
  if (step.kind === "hops") return stepsOf(chainId, step.hops);
  const { action, protocol, primary } = step;
  return [
    {
      action,
      protocol,
      tokenIn: [...step.tokenIn],
      tokenOut: [...step.tokenOut],
      ...(primary !== null && { primary }),
    },
  ];
}

function routerUnsupported(): ServiceError {
  return new ServiceError(
    "STRATEGY_UNSUPPORTED",
    "routingStrategy router cannot execute a bundle, which needs a wallet; use delegate or corewallet.",
    { details: [{ path: "routingStrategy", message: "must be delegate or corewallet" }] },
  );
}
