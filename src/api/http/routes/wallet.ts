import { z } from "@hono/zod-openapi";
import { NATIVE } from "../../../lib/address.ts";
import { ServiceError } from "../../../lib/errors.ts";
import { buildApproval, readCoreWallet, spenderOf } from "../../trade/wallet.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { account, address, amount, integer, word } from "./parameters.ts";
import { requireRouter } from "./route.ts";
import { permitParameter } from "./route-parameters.ts";
import { chainService, unknownTokens } from "./trade.ts";
import { STRATEGY_ALIASES, transactionOut, transactionSchema } from "./transaction.ts";
import { addressOut, amountOut } from "./values.ts";

const shared = {
  chainId: integer(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .openapi({ description: "Chain of the wallet.", default: 1, example: 1 }),
  fromAddress: account.openapi({
    description: "Account that owns the tokens.",
    example: "0xd8da6bf26964af9d7eed9e03e53415d37aa96045",
  }),
};

const walletQuery = z.object(shared);

const approvalQuery = z
  .object({
    ...shared,
    tokenAddress: address.openapi({
      description: "Token to approve.",
      example: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
    }),
    amount: amount.openapi({
      description: "Amount that is approved, exactly, in the token's smallest unit.",
      example: "1000000000",
    }),
    routingStrategy: word(["router", "delegate", "corewallet"], STRATEGY_ALIASES)
      .optional()
      .openapi({ description: "Strategy that is to take the tokens.", default: "router" }),
    permit: permitParameter,
  })
  .check(
    z.refine((query: Readonly<Record<string, unknown>>) => query.tokenAddress !== NATIVE, {
      path: ["tokenAddress"],
      message: "is the native currency, which is sent along and needs no approval",
      when: () => true,
    }),
  );

const walletSchema = z
  .object({
    address: addressOut.openapi({ description: "The wallet." }),
    isDeployed: z.boolean().openapi({ description: "Whether it has code on the chain." }),
  })
  .openapi("Wallet");

/** `GET /api/v1/wallet`. */
export const walletEndpoint = endpoint({
  path: "/api/v1/wallet",
  operationId: "wallet",
  tag: "Wallets",
  summary: "Find the service's wallet of an account",
  description:
    "The wallet that routingStrategy=corewallet uses. Its address is the same on every chain; it is deployed on first use.",
  query: walletQuery,
  params: NO_PARAMETERS,
  aliases: {},
  response: walletSchema,
  errors: ["UNSUPPORTED_CHAIN", "UPSTREAM_UNAVAILABLE"],
  cost: 2,
  queued: false,
  cache: "no-store",
  handle: (deps, { query }) => wallet(deps, query),
});

const approvalSchema = z
  .object({
    tx: transactionSchema,
    gas: amountOut.openapi({ description: "Gas limit to send the transaction with." }),
    token: addressOut,
    amount: amountOut,
    spender: addressOut.openapi({ description: "Who may take the amount." }),
  })
  .openapi("Approval");

/** `GET /api/v1/wallet/approve`. */
export const approveEndpoint = endpoint({
  path: "/api/v1/wallet/approve",
  operationId: "approve",
  tag: "Wallets",
  summary: "Build the approval that a strategy needs",
  description:
    "A transaction that lets the strategy's contract, or Permit2 with `permit=permit2`, take exactly the amount. With `delegate` the wallet spends its own tokens, and nothing is to be approved. Where a token has to be reset to zero first, the error's data carries that transaction.",
  query: approvalQuery,
  params: NO_PARAMETERS,
  aliases: {},
  response: approvalSchema,
  errors: [
    "UNSUPPORTED_CHAIN",
    "UNKNOWN_TOKEN",
    "STRATEGY_UNSUPPORTED",
    "SIMULATION_FAILED",
    "INDEX_STALE",
    "UPSTREAM_UNAVAILABLE",
  ],
  cost: 2,
  queued: false,
  cache: "no-store",
  handle: (deps, { query }) => approve(deps, query),
});

/** The core wallet of an account. */
export async function wallet(
  deps: Deps,
  query: z.output<typeof walletQuery>,
): Promise<z.output<typeof walletSchema>> {
  return readCoreWallet(chainService(deps, query.chainId), query.fromAddress);
}

/** The approval that a strategy needs. */
export async function approve(
  deps: Deps,
  query: z.output<typeof approvalQuery>,
): Promise<z.output<typeof approvalSchema>> {
  const { fromAddress: owner, tokenAddress: token, routingStrategy = "router" } = query;
  const service = chainService(deps, query.chainId);
  requireRouter(query);
  if (query.permit === "eip2612") throw signedInstead(token);
  const spender =
    query.permit === "permit2" ? service.chain.permit2 : spenderOf(routingStrategy, owner);
  if (spender === null) throw nothingToApprove(owner);
  const snapshot = service.lastSnapshot() ?? service.snapshot();
  if (!snapshot.tokens.has(token)) {
    throw unknownTokens(snapshot.chainId, [{ path: "tokenAddress", address: token }]);
  }
  const { tx, gas } = await buildApproval(service, { owner, token, amount: query.amount, spender });
  return {
    tx: transactionOut(tx),
    gas: gas.toString(),
    token,
    amount: query.amount.toString(),
    spender,
  };
}

function signedInstead(token: string): ServiceError {
  return new ServiceError(
    "STRATEGY_UNSUPPORTED",
    `permit eip2612 needs no approval of ${token}: its signature gives it; send the route with the signature, or ask with permit2 or without permit.`,
    { details: [{ path: "permit", message: "needs no approval; use permit2 or leave it out" }] },
  );
}

function nothingToApprove(owner: string): ServiceError {
  return new ServiceError(
    "STRATEGY_UNSUPPORTED",
    `routingStrategy delegate needs no approval: the wallet ${owner} spends its own tokens; send the route or bundle as it is, or ask with router or corewallet.`,
    {
      details: [
        { path: "routingStrategy", message: "needs no approval; use router or corewallet" },
      ],
    },
  );
}
