import type { Address } from "viem";
import { buildGraph } from "../../../src/api/graph/build.ts";
import { type HeldState, NOTHING_RECENT } from "../../../src/api/graph/memory.ts";
import { NO_RELIERS } from "../../../src/api/graph/reliances.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import type { Chain } from "../../../src/lib/chain.ts";
import { sharedMap } from "../../../src/lib/shared-map.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { uniswapV3 } from "../../../src/protocols/uniswap-v3/index.ts";
import type { UniswapV3Pool } from "../../../src/protocols/uniswap-v3/pool.ts";
import { getSqrtRatioAtTick } from "../../../src/protocols/uniswap-v3/tick-math.ts";
import { createTickTable } from "../../../src/protocols/uniswap-v3/tick-table.ts";
import { wrappedNative } from "../../../src/protocols/wrapped-native/index.ts";
import type { WrappedNative } from "../../../src/protocols/wrapped-native/pool.ts";

/** A seeded stream of numbers in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Address of the n-th token or pool of a synthetic market. */
export function addressOf(kind: "token" | "pool", n: number): Address {
  const prefix = kind === "token" ? "aa" : "bb";
  return `0x${prefix}${n.toString(16).padStart(38, "0")}`;
}

export interface MarketOptions {
  readonly seed: number;
  readonly tokens: number;
  readonly pools: number;
  /** Wei per gas. */
  readonly baseFeePerGas?: bigint;
}

/** Number of connectors; token 0 is the wrapped native token, token 1 the dollar anchor. */
export const HUBS = 4;

/**
 * A snapshot of one chain with V2 and V3 pools at consistent prices, the same for the same options.
 */
export function createMarket(options: MarketOptions): Snapshot {
  return marketOf(createStates(options), options.tokens, options.baseFeePerGas ?? 0n);
}

/** The states of such a market, that of the native token's wrapper first. */
export function createStates(options: MarketOptions): readonly HeldState[] {
  const random = createRandom(options.seed);
  const usd = dollars(random, options.tokens);
  const wrapper: WrappedNative = {
    id: addressOf("token", 0),
    slug: "weth",
    updatedBlock: 0,
    token: addressOf("token", 0),
  };
  const states: HeldState[] = [{ protocol: wrappedNative, state: wrapper }];
  for (let n = 0; n < options.pools; n++) {
    const [a, b] = pickPair(random, options.tokens, n);
    const tvlUsd = 10 ** (4.5 + random() * 2.5);
    const market = { a, b, priceA: usd[a] ?? 1, priceB: usd[b] ?? 1, tvlUsd };
    const noise = 1 + (random() - 0.5) * 0.002;
    states.push(
      random() < 0.5
        ? { protocol: uniswapV2, state: v2Pool(n, market, noise) }
        : { protocol: uniswapV3, state: v3Pool(n, market, random) },
    );
  }
  return states;
}

/** What a unit of each token of such a market is worth in dollars, by number. */
export function dollarPrices({ seed, tokens }: MarketOptions): readonly number[] {
  return dollars(createRandom(seed), tokens);
}

function dollars(random: () => number, tokens: number): readonly number[] {
  return Array.from({ length: tokens }, (_, n) =>
    n === 0 ? 3000 : n === 1 ? 1 : 10 ** (random() * 4 - 2),
  );
}

/** A snapshot of the given states over tokens 0 to `tokens` - 1, all with 18 decimals. */
export function marketOf(
  states: readonly HeldState[],
  tokens: number,
  baseFeePerGas = 0n,
): Snapshot {
  const addresses = Array.from({ length: tokens }, (_, n) => addressOf("token", n));
  return snapshotOf(states, {
    tokens: addresses.map((address, n) => ({ address, symbol: `T${n}`, decimals: 18 })),
    wrappedNative: addressOf("token", 0),
    usdAnchors: [addressOf("token", 1)],
    connectors: addresses.slice(0, HUBS),
    baseFeePerGas,
  });
}

/** What a snapshot needs besides states. */
export interface Setting {
  readonly tokens: readonly {
    readonly address: Address;
    readonly symbol: string;
    readonly decimals: number;
  }[];
  readonly wrappedNative: Address;
  readonly usdAnchors: readonly Address[];
  readonly connectors: readonly Address[];
  /** Wei per gas. */
  readonly baseFeePerGas?: bigint;
}

/** A snapshot of the given states, as the service builds it from its tables. */
export function snapshotOf(states: readonly HeldState[], setting: Setting): Snapshot {
  const { wrappedNative, usdAnchors, connectors } = setting;
  const chain: Chain = {
    chainId: 1,
    name: "mainnet",
    blockTimeSeconds: 12,
    native: { symbol: "ETH", name: "Ether", decimals: 18 },
    multicall3: NATIVE,
    permit2: NATIVE,
    maxTransactionGas: 16_777_216n,
    hasOwnBloom: true,
    priceFeeds: [],
    dataFee: null,
    wrapper: { name: "", url: "", logosUri: [], description: "", startBlock: null },
    ...{ wrappedNative, usdAnchors, connectors },
  };
  const head = {
    number: 100,
    hash: `0x${"11".repeat(32)}`,
    parentHash: `0x${"10".repeat(32)}`,
    timestamp: 1_700_000_000,
    baseFeePerGas: setting.baseFeePerGas ?? 0n,
  } as const;
  const memory = {
    heads: [head],
    priceFeeds: [],
    dataFee: null,
    reliers: NO_RELIERS,
    recent: NOTHING_RECENT,
    states: sharedMap(states.map((held) => [held.state.id, held])),
    tokens: sharedMap(
      setting.tokens.map(({ address, symbol, decimals }) => [
        address,
        { address, symbol, name: symbol, decimals, updatedBlock: 0 },
      ]),
    ),
  };
  return buildGraph({ chain, memory, head, accepts: () => true }).snapshot;
}

function pickPair(random: () => number, tokens: number, n: number): readonly [number, number] {
  const hub = Math.floor(random() * HUBS);
  const tail = n < tokens - 1 ? n + 1 : 1 + Math.floor(random() * (tokens - 1));
  return hub === tail ? [0, tail === 0 ? 1 : tail] : [hub, tail];
}

interface PairMarket {
  readonly a: number;
  readonly b: number;
  readonly priceA: number;
  readonly priceB: number;
  readonly tvlUsd: number;
}

function units(amount: number): bigint {
  return BigInt(Math.round(amount * 1e6)) * 10n ** 12n;
}

/** A constant-product pair of tokens `a` and `b` worth `tvlUsd`, its price off by `noise`. */
export function v2Pool(n: number, market: PairMarket, noise = 1): UniswapV2Pool {
  const [x, y] = market.a < market.b ? [market.a, market.b] : [market.b, market.a];
  const [px, py] =
    market.a < market.b ? [market.priceA, market.priceB] : [market.priceB, market.priceA];
  return {
    id: addressOf("pool", n),
    address: addressOf("pool", n),
    slug: n % 2 === 0 ? "uniswap-v2" : "sushiswap-v2",
    updatedBlock: 1,
    token0: addressOf("token", x),
    token1: addressOf("token", y),
    feePips: 3000,
    reserve0: units((market.tvlUsd / 2 / px) * noise),
    reserve1: units(market.tvlUsd / 2 / py),
    liquidity: null,
  };
}

function v3Pool(n: number, market: PairMarket, random: () => number): UniswapV3Pool {
  const v2 = v2Pool(n, market);
  const tickSpacing = 60;
  const price = Number(v2.reserve1) / Number(v2.reserve0);
  const tick = Math.floor(Math.log(price) / Math.log(1.0001));
  const base = Math.floor(tick / tickSpacing) * tickSpacing;
  const full = BigInt(Math.floor(Math.sqrt(Number(v2.reserve0) * Number(v2.reserve1))));
  const net = new Map<number, bigint>();
  const add = (at: number, change: bigint): void => {
    net.set(at, (net.get(at) ?? 0n) + change);
  };
  let liquidity = 0n;
  for (let position = 0; position < 6; position++) {
    const width = tickSpacing * (5 + Math.floor(random() * 200));
    const [lower, upper] = [base - width, base + tickSpacing + width];
    const size = full * BigInt(1 + Math.floor(random() * 5));
    add(lower, size);
    add(upper, -size);
    liquidity += size;
  }
  const ticks = [...net]
    .sort(([a], [b]) => a - b)
    .map(([at, liquidityNet]) => ({ tick: at, liquidityNet }));
  const { id, address, token0, token1, updatedBlock } = v2;
  return {
    id,
    address,
    slug: n % 2 === 0 ? "uniswap-v3" : "pancakeswap-v3",
    updatedBlock,
    token0,
    token1,
    feePips: 3000,
    tickSpacing,
    sqrtPriceX96: getSqrtRatioAtTick(tick),
    tick,
    liquidity,
    ticks: createTickTable(ticks),
    ticksBlock: 1,
  };
}
