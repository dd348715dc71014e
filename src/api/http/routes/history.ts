import { z } from "@hono/zod-openapi";
import type { Address } from "viem";
import { ServiceError } from "../../../lib/errors.ts";
import type { ChainService } from "../../chain/service.ts";
import type { Snapshot } from "../../graph/snapshot.ts";
import { type HistoryRange, INTERVAL_SECONDS } from "../../history/history.ts";
import { findPosition, type PositionReference, positionIdOf } from "../../trade/positions.ts";
import type { Deps } from "../deps.ts";
import { endpoint } from "./endpoint.ts";
import { rangeOf, rangeParameters, rangeSchema } from "./history-parameters.ts";
import { address, hexId, integer, positionReference } from "./parameters.ts";
import { invalidArguments } from "./query.ts";
import { chainService } from "./trade.ts";
import { addressOut, amountOut, integerOut } from "./values.ts";

const chainId = integer(1, Number.MAX_SAFE_INTEGER).openapi({
  description: "Chain of what is asked for.",
  example: 1,
});
const querySchema = z.object(rangeParameters);
type RangeQuery = z.output<typeof querySchema>;

const timestamp = integerOut.openapi({
  description: "Start of the interval, seconds since the epoch.",
  example: 1_767_225_600,
});
const percent = z.number().nullable();

const poolPoint = z
  .object({
    timestamp,
    volume: z.array(
      z.object({
        tokenIn: addressOut,
        tokenOut: addressOut,
        swaps: integerOut,
        volumeIn: amountOut.openapi({ description: "Of tokenIn, fees included." }),
        volumeOut: amountOut.openapi({ description: "Of tokenOut." }),
        feesIn: amountOut.openapi({
          description: "What liquidity providers and protocol took, in tokenIn.",
        }),
      }),
    ),
    state: z
      .object({
        block: integerOut.openapi({ description: "Block of the last change in the interval." }),
        prices: z.array(
          z.object({
            action: z.enum(["swap", "deposit", "redeem"]),
            tokenIn: addressOut,
            tokenOut: addressOut,
            price: z.number().openapi({
              description: "Whole tokenOut per whole tokenIn for a tiny amount, before fees.",
            }),
          }),
        ),
      })
      .nullable()
      .openapi({ description: "At the interval's end; null where the interval changed nothing." }),
  })
  .openapi("PoolPoint");

const tokenPoint = z
  .object({
    timestamp,
    priceUsd: z.number().nullable().openapi({
      description: "US dollars of a whole token; null while unknown.",
    }),
    tvlUsd: z.number().nullable().openapi({
      description:
        "US dollars that the pool, vault or market which issues the token holds for its users, tokens without a price left out; null on base tokens and while unknown.",
    }),
    apy: percent.openapi({ description: "Percent per year; null on base tokens." }),
  })
  .openapi("TokenPoint");

const positionPoint = z
  .object({
    timestamp,
    apy: percent.openapi({ description: "Percent per year; null while unknown." }),
    tvlUsd: z.number().nullable().openapi({
      description:
        "US dollars that its contract or market holds for all users; null while unknown.",
    }),
  })
  .openapi("PositionPoint");

const INTERVALS =
  "Ascending by time; intervals without news are left out. Intervals start at whole hours or days UTC.";
const RECORDED =
  "Recorded once an hour while the service runs with HISTORY=on. Ascending by time; intervals in which nothing changed are left out, but the first one is answered whenever its values are known. Intervals start at whole hours or days UTC.";
const ERRORS = [
  ...(["UNSUPPORTED_CHAIN", "INDEX_STALE", "OVERLOADED"] as const),
  "BLOCK_UNAVAILABLE",
] as const;

const poolHistorySchema = z
  .object({ ...rangeSchema, address: z.string(), data: z.array(poolPoint) })
  .openapi("PoolHistory");

const poolParams = z.object({
  chainId,
  address: hexId.openapi({ description: "Address of the pool or of its token, or its id." }),
});

/** `GET /api/v1/history/pools/{chainId}/{address}`. */
export const poolHistoryEndpoint = endpoint({
  path: "/api/v1/history/pools/{chainId}/{address}",
  operationId: "poolHistory",
  tag: "History",
  summary: "Volume, fees and prices of a pool over time",
  description: `Swaps of the pool, vault or market, and what it paid. It is named by its address, its id inside a singleton contract, or the token that it issues. ${INTERVALS}`,
  query: querySchema,
  params: poolParams,
  aliases: {},
  response: poolHistorySchema,
  errors: ERRORS,
  cost: 5,
  queued: false,
  cache: "unsaid",
  handle: (deps, { query, params }) => poolHistory(deps, query, params),
});

const tokenHistorySchema = z
  .object({ ...rangeSchema, address: addressOut, data: z.array(tokenPoint) })
  .openapi("TokenHistory");

const tokenParams = z.object({ chainId, address: address.openapi({ description: "Token." }) });

/** `GET /api/v1/history/tokens/{chainId}/{address}`. */
export const tokenHistoryEndpoint = endpoint({
  path: "/api/v1/history/tokens/{chainId}/{address}",
  operationId: "tokenHistory",
  tag: "History",
  summary: "Price, value and yield of a token over time",
  description: `Price in dollars, and for DeFi tokens the value behind them and the yield, at the end of each interval. ${RECORDED}`,
  query: querySchema,
  params: tokenParams,
  aliases: {},
  response: tokenHistorySchema,
  errors: ERRORS,
  cost: 5,
  queued: false,
  cache: "unsaid",
  handle: (deps, { query, params }) => tokenHistory(deps, query, params),
});

const positionHistorySchema = z
  .object({
    ...rangeSchema,
    address: addressOut,
    positionId: z.string().optional().openapi({ description: "Where the contract is shared." }),
    data: z.array(positionPoint),
  })
  .openapi("PositionHistory");

const positionParams = z.object({
  chainId,
  address: positionReference.openapi({
    description: "Address of the position, or its positionId where it shares one.",
  }),
});

/** `GET /api/v1/history/positions/{chainId}/{address}`. */
export const positionHistoryEndpoint = endpoint({
  path: "/api/v1/history/positions/{chainId}/{address}",
  operationId: "positionHistory",
  tag: "History",
  summary: "Yield and value of a position over time",
  description: `Yield and total value of a position that issues no token, at the end of each interval. ${RECORDED}`,
  query: querySchema,
  params: positionParams,
  aliases: {},
  response: positionHistorySchema,
  errors: [...ERRORS, "UNKNOWN_POSITION"],
  cost: 5,
  queued: false,
  cache: "unsaid",
  handle: (deps, { query, params }) => positionHistory(deps, query, params),
});

/** The history of a pool. */
export async function poolHistory(
  deps: Deps,
  query: RangeQuery,
  params: z.output<typeof poolParams>,
): Promise<z.output<typeof poolHistorySchema>> {
  const service = chainService(deps, params.chainId);
  const now = newest(service);
  const range = retainedRange(service, now, { ...query, ...params });
  const points = await deps.poolHistory(service, { id: params.address, range, now });
  const data = points.map(({ volume, state, ...point }) => ({
    ...point,
    volume: volume.map(({ volumeIn, volumeOut, feesIn, ...rest }) => ({
      ...rest,
      volumeIn: volumeIn.toString(),
      volumeOut: volumeOut.toString(),
      feesIn: feesIn.toString(),
    })),
    state: state && { block: state.block, prices: [...state.prices] },
  }));
  return { ...range, address: params.address, data };
}

/** The history of a token. */
export async function tokenHistory(
  deps: Deps,
  query: RangeQuery,
  params: z.output<typeof tokenParams>,
): Promise<z.output<typeof tokenHistorySchema>> {
  const service = chainService(deps, params.chainId);
  const now = newest(service);
  const range = retainedRange(service, now, { ...query, ...params });
  const points = (await deps.recorded?.tokens(params.address, range)) ?? [];
  return { ...range, address: params.address, data: [...points] };
}

/**
 * The history of a position; empty where no position is known by the name.
 *
 * @throws {ServiceError} `INVALID_ARGUMENT` for a positionId of another chain.
 */
export async function positionHistory(
  deps: Deps,
  query: RangeQuery,
  params: z.output<typeof positionParams>,
): Promise<z.output<typeof positionHistorySchema>> {
  const service = chainService(deps, params.chainId);
  const now = newest(service);
  const range = retainedRange(service, now, { ...query, ...params });
  const named = params.address.inside;
  if (named !== null && named.chainId !== params.chainId) {
    const message = `must be of chain ${params.chainId}; got a positionId of chain ${named.chainId}`;
    throw invalidArguments([{ path: "address", message }]);
  }
  const { key, positionId } = positionOf(now, params.address);
  const points = (key && (await deps.recorded?.positions(key, range))) ?? [];
  return {
    ...{ ...range, address: params.address.contract },
    ...(positionId !== null && { positionId }),
    data: [...points],
  };
}

/**
 * The range that a request asks for, of intervals of which all is left.
 *
 * @throws {ServiceError} `INVALID_ARGUMENT`, `BLOCK_UNAVAILABLE` where it names an older start.
 */
function retainedRange(
  { earliestBlock, retainedSince: since }: ChainService,
  { block }: Snapshot,
  query: RangeQuery & { readonly chainId: number },
): HistoryRange {
  const range = rangeOf(query, block.timestamp);
  if (since === undefined || range.from >= since) return range;
  const { chainId, from } = query;
  const length = INTERVAL_SECONDS[range.interval];
  const first = Math.ceil(since / length) * length;
  if ((from ?? since) < since || range.to <= first) {
    const [name, asked] = from === undefined ? ["to", query.to] : ["from", from];
    throw new ServiceError(
      "BLOCK_UNAVAILABLE",
      `${name} ${asked} of chain ${chainId} is unavailable: what is older than ${since} is deleted (HISTORY_DAYS); ask for a later time.`,
      { data: { earliestBlock: earliestBlock ?? block.number, newestBlock: block.number } },
    );
  }
  return { ...range, from: first };
}

function positionOf(
  now: Snapshot,
  named: PositionReference,
): { readonly key: Address | null; readonly positionId: string | null } {
  const position = findPosition(now, named)?.position;
  if (position === undefined) return { key: null, positionId: null };
  return { key: position.key, positionId: positionIdOf(now.chainId, position) };
}

function newest({ chain, lastSnapshot }: ChainService): Snapshot {
  const snapshot = lastSnapshot();
  if (snapshot !== null) return snapshot;
  throw new ServiceError(
    "INDEX_STALE",
    `chain ${chain.chainId} is not indexed yet; try again when /ready says it is.`,
    { retryAfterSeconds: Math.max(1, Math.ceil(chain.blockTimeSeconds)) },
  );
}
