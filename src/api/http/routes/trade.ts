import type { Address } from "viem";
import { ServiceError } from "../../../lib/errors.ts";
import type { ChainService } from "../../chain/service.ts";
import type { AskedDeadline } from "../../program/deadline.ts";
import type { Strategy } from "../../program/execution.ts";
import type { PermitKind } from "../../program/permit.ts";
import type { TransactionAnswer, TransactionRequest } from "../../trade/pipeline.ts";
import { DEFAULT_SLIPPAGE_BPS } from "../../trade/slippage.ts";
import type { Deps } from "../deps.ts";
import type { AskedMoment } from "./moment-parameters.ts";
import { knownSlugs } from "./protocols.ts";

const DEFAULT_CHAIN_ID = 1;

/** Validated parameters of route or quote. */
export interface TradeQuery extends AskedMoment {
  readonly chainId?: number | undefined;
  readonly fromAddress: Address;
  readonly tokenIn: readonly Address[];
  readonly tokenOut: Address;
  /** As many as tokenIn has; absent with amountOut. */
  readonly amountIn?: readonly bigint[] | undefined;
  readonly amountOut?: bigint | undefined;
  readonly fee?: number | undefined;
  readonly feeReceiver?: Address | undefined;
  readonly onlyProtocols?: readonly string[] | undefined;
  readonly ignoreProtocols?: readonly string[] | undefined;
  readonly maxLegs?: number | undefined;
  readonly explain?: boolean | undefined;
  readonly routingStrategy?: Strategy | undefined;
  readonly spender?: Address | undefined;
  readonly receiver?: Address | undefined;
  readonly refundReceiver?: Address | undefined;
  readonly slippage?: number | "auto" | undefined;
  readonly minAmountOut?: bigint | undefined;
  readonly deadline?: AskedDeadline | undefined;
  readonly permit?: PermitKind | undefined;
  readonly destinationChainId?: number | undefined;
}

/** What an answer is for besides its parameters. */
export interface TradePurpose {
  /** Whether to calculate the price impact. */
  readonly priceImpact: boolean;
  readonly basis: TransactionRequest["basis"];
  /** What to do for a past block whose state the node has dropped. */
  readonly withoutState: NonNullable<TransactionRequest["withoutState"]>;
  /** Whom it is counted for; null where nobody is. */
  readonly caller: string | null;
}

/**
 * Answers a trade.
 *
 * @throws {ServiceError} What the request or the chain's state does not allow.
 */
export async function answerTrade(
  deps: Deps,
  query: TradeQuery,
  purpose: TradePurpose,
): Promise<TransactionAnswer> {
  const current = chainService(deps, query.chainId);
  requireOneChain(query);
  requireKnownProtocols(deps, query);
  await current.admit([...query.tokenIn, query.tokenOut], purpose.caller);
  const service = await serviceAt(current, query);
  requireKnownTokens(service, query, ["tokenIn", "tokenOut"]);
  if (purpose.withoutState === "refuse") await service.contracts.required();
  return deps.answer(service, transactionRequest(query, purpose));
}

/**
 * Answers a deposit into a position, whose key is the query's `tokenOut`.
 *
 * @param service The chain at the moment that the query asks for.
 * @throws {ServiceError} What the request or the chain's state does not allow.
 */
export async function answerDeposit(
  deps: Deps,
  service: ChainService,
  query: TradeQuery,
): Promise<TransactionAnswer> {
  requireOneChain(query);
  requireKnownProtocols(deps, query);
  requireKnownTokens(service, query, ["tokenIn"]);
  await service.contracts.required();
  const purpose = { priceImpact: false, basis: "simulation", withoutState: "refuse" } as const;
  return deps.answer(service, transactionRequest(query, purpose));
}

/**
 * The chain at the moment that a request asks for, or now.
 *
 * @throws {ServiceError} `BLOCK_UNAVAILABLE`, `INDEX_STALE`, `OVERLOADED`, `UPSTREAM_UNAVAILABLE`.
 */
export async function serviceAt(service: ChainService, asked: AskedMoment): Promise<ChainService> {
  const { blockNumber, timestamp } = asked;
  if (blockNumber !== undefined) return service.at({ blockNumber });
  return timestamp === undefined ? service : service.at({ timestamp });
}

function transactionRequest(
  query: TradeQuery,
  { priceImpact, basis, withoutState }: Omit<TradePurpose, "caller">,
): TransactionRequest {
  const isPast = query.blockNumber !== undefined || query.timestamp !== undefined;
  return {
    ...(isPast && { withoutState }),
    chainId: query.chainId ?? DEFAULT_CHAIN_ID,
    strategy: query.routingStrategy ?? "router",
    fromAddress: query.fromAddress,
    spender: query.spender ?? query.fromAddress,
    receiver: query.receiver ?? query.fromAddress,
    refundReceiver: query.refundReceiver ?? query.fromAddress,
    inputs: query.tokenIn.map((token, i) => ({ token, amount: query.amountIn?.[i] ?? 0n })),
    tokenOut: query.tokenOut,
    exactOut: query.amountOut ?? null,
    limit: limitOf(query),
    fee: query.fee === undefined ? null : { bps: query.fee, receiver: query.feeReceiver ?? null },
    onlyProtocols: query.onlyProtocols ?? [],
    ignoreProtocols: query.ignoreProtocols ?? [],
    maxLegs: query.maxLegs,
    deadline: query.deadline ?? null,
    permit: query.permit ?? null,
    ...(query.explain === true && { alternatives: true }),
    ...{ priceImpact, basis },
  };
}

function limitOf({ minAmountOut, slippage }: TradeQuery): TransactionRequest["limit"] {
  if (minAmountOut !== undefined) return { kind: "minimum", minAmountOut };
  if (slippage === "auto") return { kind: "auto" };
  return { kind: "slippage", bps: slippage ?? DEFAULT_SLIPPAGE_BPS };
}

/**
 * The chain that a request is about.
 *
 * @throws {ServiceError} `UNSUPPORTED_CHAIN`.
 */
export function chainService(deps: Deps, chainId = DEFAULT_CHAIN_ID): ChainService {
  const service = deps.chains.get(chainId);
  if (service !== undefined) return service;
  const indexed = [...deps.chains.keys()].sort((a, b) => a - b);
  const message = `chainId ${chainId} is not indexed; use one of ${indexed.join(", ")}`;
  throw new ServiceError("UNSUPPORTED_CHAIN", `${message}.`, {
    details: [{ path: "chainId", message: `must be one of ${indexed.join(", ")}; got ${chainId}` }],
    data: { chainIds: indexed },
  });
}

/** A transaction is of one chain. Throws `UNSUPPORTED_CHAIN`. */
export function requireOneChain({
  chainId = DEFAULT_CHAIN_ID,
  destinationChainId = chainId,
}: Pick<TradeQuery, "chainId" | "destinationChainId">): void {
  if (destinationChainId === chainId) return;
  throw new ServiceError(
    "UNSUPPORTED_CHAIN",
    `destinationChainId ${destinationChainId} is not chainId ${chainId}, and there is one chain per transaction; leave it out.`,
    {
      details: [
        { path: "destinationChainId", message: `must be ${chainId}; one chain per transaction` },
      ],
    },
  );
}

function requireKnownProtocols(deps: Deps, query: TradeQuery): void {
  const known = knownSlugs(deps);
  const details = (["onlyProtocols", "ignoreProtocols"] as const).flatMap((path) =>
    (query[path] ?? [])
      .filter((slug) => !known.has(slug))
      .map((slug) => ({ path, slug, message: `${slug} is no known protocol` })),
  );
  if (details.length === 0) return;
  const slugs = [...new Set(details.map(({ slug }) => slug))];
  throw new ServiceError(
    "UNKNOWN_PROTOCOL",
    `Unknown protocol ${slugs.join(", ")}; GET /api/v1/protocols lists the known slugs.`,
    { details: details.map(({ path, message }) => ({ path, message })), data: { slugs } },
  );
}

function requireKnownTokens(
  service: ChainService,
  query: TradeQuery,
  paths: readonly ("tokenIn" | "tokenOut")[],
): void {
  const snapshot = service.snapshot();
  const { tokenIn, tokenOut } = query;
  const inputs = tokenIn.map((address, i) => {
    return { path: tokenIn.length === 1 ? "tokenIn" : `tokenIn.${i}`, address };
  });
  const named = { tokenIn: inputs, tokenOut: [{ path: "tokenOut", address: tokenOut }] };
  const unknown = paths
    .flatMap((path) => named[path])
    .filter(({ address }) => !snapshot.tokens.has(address));
  if (unknown.length === 0) return;
  const unseen = service.unseen(unknown.map(({ address }) => address));
  throw unseen ?? unknownTokens(snapshot.chainId, unknown);
}

/** The 422 for parameters that name tokens which are not listed; at least one. */
export function unknownTokens(
  chainId: number,
  unknown: readonly { readonly path: string; readonly address: Address }[],
): ServiceError {
  const list = unknown.map(({ path, address }) => `${path} ${address}`).join(" and ");
  return new ServiceError(
    "UNKNOWN_TOKEN",
    `${list} not supported on chain ${chainId}; GET /api/v1/tokens?chainId=${chainId} lists what is.`,
    {
      details: unknown.map(({ path, address }) => ({ path, message: `unknown token ${address}` })),
      data: { address: unknown[0]?.address },
    },
  );
}
