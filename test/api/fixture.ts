import { pino } from "pino";
import { type Address, createPublicClient, getAddress, type Hash, http } from "viem";
import { resolveAsset } from "../../src/api/bundle/asset.ts";
import type { BundleAnswer, BundleRequest } from "../../src/api/bundle/request.ts";
import { blockUnavailable } from "../../src/api/chain/past/unavailable.ts";
import type { ChainService, ChainStatus } from "../../src/api/chain/service.ts";
import { buildGraph } from "../../src/api/graph/build.ts";
import { type HeldState, NOTHING_RECENT, type TokenRow } from "../../src/api/graph/memory.ts";
import { NO_RELIERS } from "../../src/api/graph/reliances.ts";
import type { Snapshot } from "../../src/api/graph/snapshot.ts";
import { createApp } from "../../src/api/http/app.ts";
import type { Deps } from "../../src/api/http/deps.ts";
import { createStreams } from "../../src/api/http/streams.ts";
import { watchChains } from "../../src/api/main/chain-gauges.ts";
import { createMetrics } from "../../src/api/metrics/metrics.ts";
import { createPriceBooks } from "../../src/api/prices/prices.ts";
import { deadlineOn } from "../../src/api/program/deadline.ts";
import { findRoute } from "../../src/api/router/find-route.ts";
import { findJointRoute } from "../../src/api/router/joint-route.ts";
import { createListings, type Listing } from "../../src/api/trade/listing.ts";
import type { TransactionAnswer, TransactionRequest } from "../../src/api/trade/pipeline.ts";
import { requestedRoute } from "../../src/api/trade/requested-route.ts";
import { NATIVE } from "../../src/lib/address.ts";
import type { Chain } from "../../src/lib/chain.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import { ServiceError } from "../../src/lib/errors.ts";
import { sharedMap } from "../../src/lib/shared-map.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import { uniswapV2 } from "../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../src/protocols/uniswap-v2/pool.ts";
import { wrappedNative } from "../../src/protocols/wrapped-native/index.ts";
import type { WrappedNative } from "../../src/protocols/wrapped-native/pool.ts";
import { createDescribed } from "../harness/described.ts";

export const ALICE: Address = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045";
export const BOB: Address = "0x00000000219ab540356cbb839cbe05303d7705fa";
export const WETH: Address = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
export const USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
export const DAI: Address = "0x6b175474e89094c44da98b954eedeac495271d0f";
export const WBERA: Address = "0x6969696969696969696969696969696969696969";
export const HONEY: Address = "0xfcbd14dc51f0a4d49d5e53c2e0950e0bc26d0dce";
/** Checksummed, as an encoder would return it. */
export const ROUTER = getAddress("0x80eba3855878739f4710233a8a19d89bdd2ffb8e");

/** Block that the snapshot of every fixture chain is of. */
export const BLOCK = 19_000_000;
/** Its time, seconds since the epoch. */
export const TIMESTAMP = 1_705_173_443;
const HASH: Hash = `0x${"ab".repeat(32)}`;

const ETHER = 10n ** 18n;
const MILLION_USDC = 10n ** 12n;

function pair(
  slug: string,
  address: Address,
  [token0, reserve0]: readonly [Address, bigint],
  [token1, reserve1]: readonly [Address, bigint],
): UniswapV2Pool {
  const fixed = { id: address, updatedBlock: BLOCK, feePips: 3_000 };
  return { ...fixed, slug, address, token0, token1, reserve0, reserve1, liquidity: null };
}

const PAIRS: Readonly<Record<number, readonly UniswapV2Pool[]>> = {
  1: [
    pair(
      "uniswap-v2",
      "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc",
      [USDC, 50n * MILLION_USDC],
      [WETH, 20_000n * ETHER],
    ),
    pair(
      "sushiswap-v2",
      "0x397ff1542f962076d0bfe58ea045ffa2d347aca0",
      [USDC, 25n * MILLION_USDC],
      [WETH, 10_000n * ETHER],
    ),
    pair(
      "uniswap-v2",
      "0xae461ca67b15dc8dc81ce7615e0320da1a9ab8d5",
      [DAI, 1_000_000n * ETHER],
      [USDC, MILLION_USDC],
    ),
  ],
  80094: [
    pair(
      "kodiak-v2",
      "0xdca120bd3a13250b67f6faa5c29c1f38ec6ebece",
      [WBERA, 1_000_000n * ETHER],
      [HONEY, 5_000_000n * ETHER],
    ),
  ],
};

const TOKENS: readonly TokenRow[] = (
  [
    [WETH, "WETH", 18],
    [USDC, "USDC", 6],
    [DAI, "DAI", 18],
    [WBERA, "WBERA", 18],
    [HONEY, "HONEY", 18],
  ] as const
).map(([address, symbol, decimals]) => ({
  address,
  symbol,
  name: `${symbol} token`,
  decimals,
  updatedBlock: BLOCK,
}));

/** A snapshot of a few real pools and of `more`, built by the graph's own code. */
export function snapshotOf(chain: Chain, more: readonly HeldState[] = []): Snapshot {
  const states: HeldState[] = (PAIRS[chain.chainId] ?? []).map((state) => ({
    protocol: uniswapV2,
    state,
  }));
  const token = chain.wrappedNative;
  const wrapped: WrappedNative = { id: token, slug: "weth", updatedBlock: 0, token };
  states.push({ protocol: wrappedNative, state: wrapped }, ...more);
  const head = {
    number: BLOCK,
    hash: HASH,
    parentHash: HASH,
    timestamp: TIMESTAMP,
    baseFeePerGas: 10n ** 9n,
  };
  const memory = {
    heads: [head],
    tokens: sharedMap(TOKENS.map((row) => [row.address, row])),
    states: sharedMap(states.map((held) => [held.state.id, held])),
    priceFeeds: [],
    reliers: NO_RELIERS,
    recent: NOTHING_RECENT,
    dataFee: null,
  };
  return buildGraph({ chain, memory, head, accepts: () => true }).snapshot;
}

/** Routes with the real router; stands in for building and simulating the transaction. */
export async function answerWithoutChain(
  service: ChainService,
  request: TransactionRequest,
): Promise<TransactionAnswer> {
  const snapshot = service.snapshot();
  const validUntil = deadlineOn(snapshot, request.deadline);
  const { fee } = request;
  const feeAmounts =
    fee && request.inputs.map(({ amount }) => (amount * BigInt(fee.bps)) / 10_000n);
  const inputs = request.inputs.map(({ token, amount }, i) => {
    return { token, amount: amount - (feeAmounts?.[i] ?? 0n) };
  });
  const gasPrice = { numerator: 0n, denominator: 1n };
  const prices = createPriceBooks()(snapshot);
  if (request.exactOut !== null) {
    // Gas costs nothing here.
    const on = { snapshot, prices: NOTHING_PRICED.prices, meter: undefined };
    const found = await requestedRoute(on, request, request.exactOut);
    return answerWithoutChain(service, { ...request, exactOut: null, inputs: found.inputs });
  }
  const found = findJointRoute(snapshot, { ...request, inputs }, gasPrice);
  if (!found.ok) throw new ServiceError("NO_ROUTE", `${found.failure.reason}; try another pair.`);
  const { route } = found;
  const value = request.inputs.find(({ token }) => token === NATIVE)?.amount ?? 0n;
  const bps = request.limit.kind === "slippage" ? BigInt(request.limit.bps) : 50n;
  return {
    block: snapshot.block,
    ...{ route, prices, inputs: request.inputs },
    slippageBps: request.limit.kind === "minimum" ? null : Number(bps),
    gasUsed: 150_000n,
    tx: { data: "0x1234", to: ROUTER, from: request.fromAddress, value },
    permit: null,
    validUntil,
    gas: 200_000n,
    l1Fee: 0n,
    operatorFee: 0n,
    amountOut: route.amountOut,
    minAmountOut:
      request.limit.kind === "minimum"
        ? request.limit.minAmountOut
        : (route.amountOut * (10_000n - bps)) / 10_000n,
    feeAmounts,
    priceImpactBps: request.priceImpact ? 7 : null,
    supplied: request.inputs.map(({ token, amount }) => ({
      balance: { token, amount },
      allowance: { token, spender: ROUTER, amount },
    })),
  };
}

/**
 * Answers every bundle with the same transaction; routes a bundle's first trade with the real
 * router.
 */
export async function answerBundleWithoutChain(
  service: ChainService,
  request: BundleRequest,
): Promise<BundleAnswer> {
  const snapshot = service.snapshot();
  const steps = request.actions.map((action): BundleAnswer["steps"][number] => {
    if (action.kind === "route" && action.amountIn.kind === "literal") {
      const found = findRoute(
        snapshot,
        {
          ...action,
          tokenOut: resolveAsset(snapshot, action.tokenOut, { index: 0, argument: "tokenOut" }),
          amountIn: action.amountIn.value,
          onlyProtocols: [],
          ignoreProtocols: [],
          maxLegs: 10,
        },
        { numerator: 0n, denominator: 1n },
      );
      return { kind: "hops", hops: found.ok ? found.route.hops : [] };
    }
    const { kind, protocol } = action;
    return { kind: "action", action: kind, protocol, tokenIn: [], tokenOut: [], primary: null };
  });
  return {
    block: snapshot.block,
    tx: { data: "0x1234", to: ROUTER, from: request.fromAddress, value: 0n },
    validUntil: deadlineOn(snapshot, request.deadline),
    gas: 300_000n,
    amountsOut: new Map([[USDC, 7n]]),
    steps,
    actions: request.actions,
  };
}

/** A chain that is `behind` its head, or fresh. */
export function serviceOf(chain: Chain, behind = 0): ChainService {
  const snapshot = snapshotOf(chain);
  const reason = behind > 0 ? `${behind} blocks behind the node` : null;
  const status: ChainStatus = {
    chainId: chain.chainId,
    name: chain.name,
    indexedBlock: BLOCK,
    headBlock: BLOCK + behind,
    lagBlocks: behind,
    lagSeconds: behind * chain.blockTimeSeconds,
    ready: behind === 0,
    reason,
    contracts: "deployed",
    simulation: ["eth_simulateV1"],
  };
  const service: ChainService = {
    chain,
    earliestBlock: null,
    client: createPublicClient({ transport: http("http://127.0.0.1:9", { retryCount: 0 }) }),
    snapshot: () => {
      if (reason === null) return snapshot;
      throw new ServiceError("INDEX_STALE", `Chain ${chain.chainId} is ${reason}; try again.`, {
        retryAfterSeconds: 3,
      });
    },
    admit: () => Promise.resolve(),
    unseen: () => null,
    pools: () => ({ eligible: snapshot.pools.size, admitted: 0, dormant: 0 }),
    lastSnapshot: () => snapshot,
    contracts: { standing: () => "deployed", required: () => Promise.resolve() },
    async at(moment) {
      const isNow =
        "blockNumber" in moment
          ? moment.blockNumber === BLOCK
          : moment.timestamp >= TIMESTAMP && moment.timestamp < Number(snapshot.next.timestamp);
      if (isNow) return service;
      const known = { chainId: chain.chainId, earliest: BLOCK, newest: BLOCK };
      throw blockUnavailable(moment, known, "nothing else is kept");
    },
    read: () => Promise.reject(new Error("The fixture has no tables.")),
    status: () => status,
  };
  return service;
}

/** Dependencies over chains 1 and 80094 that log nothing. */
export function fixtureDeps(changes: Partial<Deps> = {}): Deps {
  const chains = [1, 80094].flatMap((chainId) => CHAINS.get(chainId) ?? []);
  const services = new Map(chains.map((chain) => [chain.chainId, serviceOf(chain)]));
  const metrics = createMetrics();
  watchChains(services, metrics.registry);
  return {
    chains: services,
    metrics,
    protocols: PROTOCOLS,
    publicUrl: "https://weir.example",
    log: pino({ level: "silent" }),
    answer: answerWithoutChain,
    answerBundle: answerBundleWithoutChain,
    streams: createStreams(),
    poolHistory: () => Promise.resolve([]),
    listing: createListings(createPriceBooks()),
    ...changes,
  };
}

const faultOf = createDescribed();

/** Answers one request to an app over the fixture; the body is parsed JSON. */
export async function get(path: string, changes: Partial<Deps> = {}, init: RequestInit = {}) {
  const response = await createApp(fixtureDeps(changes)).request(path, init);
  const text = await response.text();
  const contentType = response.headers.get("content-type") ?? "";
  const { method = "GET" } = init;
  const fault = faultOf({ method, path, status: response.status, contentType, text });
  if (fault !== null) throw new Error(`The OpenAPI document does not describe this: ${fault}`);
  const body: unknown = text === "" ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body, text };
}

/** Of a listing in which no token has a price. */
export const NOTHING_PRICED: Pick<Listing, "prices" | "tvl"> = {
  prices: { usd: () => null },
  tvl: () => null,
};

/** A query string. */
export function queryOf(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString();
}

/** Parameters of a valid trade: 1 ETH to USDC. */
export const TRADE = {
  chainId: "1",
  fromAddress: ALICE,
  tokenIn: NATIVE,
  amountIn: ETHER.toString(),
  tokenOut: USDC,
};
