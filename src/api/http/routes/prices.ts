import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import type { ChainService } from "../../chain/service.ts";
import { usdPerToken } from "../../prices/prices.ts";
import type { Deps } from "../deps.ts";
import { endpoint, NO_PARAMETERS } from "./endpoint.ts";
import { address, addresses, integer } from "./parameters.ts";
import { chainService, unknownTokens } from "./trade.ts";
import { addressOut, integerOut } from "./values.ts";

const EXAMPLE = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
/** Dollars of depth behind a price whose confidence is one half. */
const HALF_DEPTH_USD = 100_000;
/** Digits of a confidence after the point. */
const CONFIDENCE_DIGITS = 3;

const chainId = integer(1, Number.MAX_SAFE_INTEGER).openapi({
  description: "Chain of the tokens.",
  example: 1,
});

const priceSchema = z
  .object({
    chainId: integerOut.openapi({ example: 1 }),
    address: addressOut,
    decimals: integerOut.openapi({ example: 6 }),
    symbol: z.string().nullable().openapi({ example: "USDC" }),
    price: z.number().nullable().openapi({
      description: "US dollars of a whole token; null where nothing tells it.",
      example: 1.0002,
    }),
    confidence: z.number().openapi({
      description:
        "0 to 1: depth / (depth + 100,000), where depth is how many dollars can be traded at that price; 0 without a price.",
      example: 0.976,
    }),
    timestamp: integerOut.openapi({
      description: "Time of the block that the price is of, seconds since the epoch.",
    }),
  })
  .openapi("Price");

type Price = z.output<typeof priceSchema>;

const described = {
  tag: "Catalog",
  aliases: {},
  cost: 1,
  queued: false,
  cache: "no-cache",
} as const;

/** `GET /api/v1/prices/{chainId}/{address}`. */
export const priceEndpoint = endpoint({
  ...described,
  path: "/api/v1/prices/{chainId}/{address}",
  operationId: "price",
  summary: "Price of a token",
  description: "From the newest indexed block.",
  query: NO_PARAMETERS,
  params: z.object({
    chainId,
    address: address.openapi({ description: "Token to price.", example: EXAMPLE }),
  }),
  response: priceSchema,
  errors: ["UNSUPPORTED_CHAIN", "UNKNOWN_TOKEN", "INDEX_STALE"],
  handle: (deps, { params }) => {
    const service = chainService(deps, params.chainId);
    const [price] = pricesOf(deps, service, [params.address]);
    if (price !== undefined) return price;
    throw unknownTokens(params.chainId, [{ path: "address", address: params.address }]);
  },
});

/** `GET /api/v1/prices/{chainId}`. */
export const pricesEndpoint = endpoint({
  ...described,
  path: "/api/v1/prices/{chainId}",
  operationId: "prices",
  summary: "Prices of several tokens",
  description: "From the newest indexed block; tokens that are not listed are left out.",
  query: z.object({
    addresses: addresses
      .min(1)
      .openapi({ description: "Tokens to price, up to 100.", example: [EXAMPLE] }),
  }),
  params: z.object({ chainId }),
  response: z.array(priceSchema),
  errors: ["UNSUPPORTED_CHAIN", "INDEX_STALE"],
  handle: (deps, { query, params }) =>
    pricesOf(deps, chainService(deps, params.chainId), query.addresses),
});

/**
 * Prices of the listed ones of some tokens, each once, from the last snapshot, stale or not: its
 * time is in the answer.
 */
function pricesOf(deps: Deps, service: ChainService, tokens: readonly Address[]): Price[] {
  const snapshot = service.lastSnapshot() ?? service.snapshot();
  const { prices } = deps.listing(snapshot);
  return [...new Set(tokens)].flatMap((token) => {
    const listed = snapshot.tokens.get(token);
    if (listed === undefined) return [];
    const price = usdPerToken(prices, listed);
    const depth = price === null ? 0 : Number(prices.usd(token)?.depthUsd ?? 0n);
    return [
      {
        chainId: snapshot.chainId,
        address: token,
        decimals: listed.decimals,
        symbol: listed.symbol,
        price,
        confidence: Number((depth / (depth + HALF_DEPTH_USD)).toFixed(CONFIDENCE_DIGITS)),
        timestamp: snapshot.block.timestamp,
      },
    ];
  });
}
