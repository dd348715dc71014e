import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import type { ChainService, Deps } from "../deps.ts";
import type { Block, Snapshot } from "../graph/snapshot.ts";
import type { Strategy, TransactionAnswer, TransactionRequest } from "../pipeline.ts";
import { knownSlugs } from "./protocols.ts";

/** Basis points. */
const DEFAULT_SLIPPAGE = 50;
const DEFAULT_MAX_LEGS = 10;
const DEFAULT_CHAIN_ID = 1;

/** Validated parameters of route or quote. */
export interface TradeQuery {
  readonly chainId?: number | undefined;
  readonly fromAddress: Address;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
  readonly fee?: number | undefined;
  readonly feeReceiver?: Address | undefined;
  readonly onlyProtocols?: readonly string[] | undefined;
  readonly ignoreProtocols?: readonly string[] | undefined;
  readonly maxLegs?: number | undefined;
  readonly blockNumber?: number | undefined;
  readonly timestamp?: number | undefined;
  readonly routingStrategy?: Strategy | undefined;
  readonly spender?: Address | undefined;
  readonly receiver?: Address | undefined;
  readonly refundReceiver?: Address | undefined;
  readonly slippage?: number | undefined;
  readonly minAmountOut?: bigint | undefined;
}

/**
 * Answers a trade.
 *
 * @param priceImpact Whether to calculate the price impact.
 * @throws {ServiceError} What the request or the chain's state does not allow.
 */
export function answerTrade(
  deps: Deps,
  query: TradeQuery,
  priceImpact: boolean,
): Promise<TransactionAnswer> {
  const service = chainService(deps, query.chainId);
  requireKnownProtocols(deps, query);
  requireKnownTokens(service.snapshot(), query, ["tokenIn", "tokenOut"]);
  return answerOnChain(deps, query, priceImpact);
}

/**
 * Answers a deposit into a position, whose key is the query's `tokenOut`.
 *
 * @throws {ServiceError} What the request or the chain's state does not allow.
 */
export function answerDeposit(deps: Deps, query: TradeQuery): Promise<TransactionAnswer> {
  requireKnownProtocols(deps, query);
  requireKnownTokens(chainService(deps, query.chainId).snapshot(), query, ["tokenIn"]);
  return answerOnChain(deps, query, false);
}

async function answerOnChain(
  deps: Deps,
  query: TradeQuery,
  priceImpact: boolean,
): Promise<TransactionAnswer> {
  const service = chainService(deps, query.chainId);
  const snapshot = service.snapshot();
  requireBlock(snapshot, snapshot.block, query);
  const answer = await deps.answer(service, transactionRequest(query, priceImpact));
  requireBlock(snapshot, answer.block, query);
  return answer;
}

function transactionRequest(query: TradeQuery, priceImpact: boolean): TransactionRequest {
  return {
    chainId: query.chainId ?? DEFAULT_CHAIN_ID,
    strategy: query.routingStrategy ?? "router",
    fromAddress: query.fromAddress,
    spender: query.spender ?? query.fromAddress,
    receiver: query.receiver ?? query.fromAddress,
    refundReceiver: query.refundReceiver ?? query.fromAddress,
    tokenIn: query.tokenIn,
    tokenOut: query.tokenOut,
    amountIn: query.amountIn,
    limit:
      query.minAmountOut === undefined
        ? { kind: "slippage", bps: query.slippage ?? DEFAULT_SLIPPAGE }
        : { kind: "minimum", minAmountOut: query.minAmountOut },
    fee: query.fee === undefined ? null : { bps: query.fee, receiver: query.feeReceiver ?? null },
    onlyProtocols: query.onlyProtocols ?? [],
    ignoreProtocols: query.ignoreProtocols ?? [],
    maxLegs: query.maxLegs ?? DEFAULT_MAX_LEGS,
    priceImpact,
  };
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
  snapshot: Snapshot,
  query: TradeQuery,
  paths: readonly ("tokenIn" | "tokenOut")[],
): void {
  const unknown = paths
    .filter((path) => !snapshot.tokens.has(query[path]))
    .map((path) => ({ path, address: query[path] }));
  if (unknown.length > 0) throw unknownTokens(snapshot.chainId, unknown);
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

/** Fails when a block was asked for and `block` is another one. The state of past blocks is not kept. */
function requireBlock(snapshot: Snapshot, block: Block, query: TradeQuery): void {
  const { blockNumber, timestamp } = query;
  const next = Number(snapshot.next.timestamp);
  const isAsked =
    (blockNumber === undefined || blockNumber === block.number) &&
    (timestamp === undefined || (timestamp >= block.timestamp && timestamp < next));
  if (isAsked) return;
  const asked = blockNumber === undefined ? `timestamp ${timestamp}` : `blockNumber ${blockNumber}`;
  throw new ServiceError(
    "BLOCK_UNAVAILABLE",
    `${asked} is unavailable: only block ${block.number} (timestamp ${block.timestamp}) is; leave the parameter out to use it.`,
    { data: { earliestBlock: block.number } },
  );
}
