import type { Address } from "viem";
import type { Snapshot } from "../../src/api/graph/snapshot.ts";
import { snapshotOf } from "../../test/api/router/market.ts";
import { type BenchPool, concentratedPool, constantProductPool, type PoolWish } from "./pools.ts";
import { createDraws, type Random } from "./random.ts";

export interface BenchToken {
  readonly symbol: string;
  readonly address: Address;
  readonly decimals: number;
  readonly usd: number;
}

/**
 * A synthetic chain: hubs first among the tokens, the wrapped native token first among the hubs.
 */
export interface Market {
  readonly tokens: readonly BenchToken[];
  readonly pools: readonly BenchPool[];
  /** All tokens are connectors: the engines compared know no such restriction. */
  readonly snapshot: Snapshot;
}

export interface MarketSize {
  readonly seed: number;
  readonly tokens: number;
  readonly pools: number;
}

/** Mainnet's addresses: other engines look for the wrapped native token by its own. */
const HUBS: readonly BenchToken[] = [
  {
    symbol: "WETH",
    address: "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
    decimals: 18,
    usd: 3000,
  },
  { symbol: "USDC", address: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", decimals: 6, usd: 1 },
  { symbol: "USDT", address: "0xdac17f958d2ee523a2206206994597c13d831ec7", decimals: 6, usd: 1 },
  { symbol: "DAI", address: "0x6b175474e89094c44da98b954eedeac495271d0f", decimals: 18, usd: 1 },
  {
    symbol: "WBTC",
    address: "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599",
    decimals: 8,
    usd: 60_000,
  },
];
/** How often a tail token's pool is with which hub. */
const HUB_WEIGHTS = [0.6, 0.2, 0.1, 0.05, 0.05].map((weight, n) => [n, weight] as const);
/**
 * Of a constant-product pair; PancakeSwap's engine knows no other, and no second pair of the same
 * tokens.
 */
const PAIR_FEE = 2500;

/**
 * Draws a market: nine pools between any two hubs, each tail token with a pool to the wrapped
 * native token, then further pools of tail tokens, most of them with hubs. Sizes are log-normal,
 * prices consistent within the fees.
 */
export function createMarket({ seed, tokens: tokenCount, pools: poolCount }: MarketSize): Market {
  const random = createDraws(seed);
  const tokens = [...HUBS];
  while (tokens.length < tokenCount) tokens.push(tailToken(random, tokens.length));
  const pools: BenchPool[] = [];
  const paired = new Set<string>();
  const add = (
    a: number,
    b: number,
    wish: { kind: "pair" | "ticks"; tvl: number; fee: number },
  ) => {
    const pool = createPool(random, { ...wish, tokens: [tokens[a], tokens[b]], paired });
    if (pool !== null) pools.push(pool);
  };
  for (let a = 0; a < HUBS.length; a++) {
    for (let b = a + 1; b < HUBS.length; b++) {
      add(a, b, { kind: "pair", tvl: random.logNormal(6e6, 1.2), fee: PAIR_FEE });
      const fees = tokens[a]?.usd === tokens[b]?.usd ? STABLE_FEES : HUB_FEES;
      for (let n = 0; n < 8; n++) {
        add(a, b, { kind: "ticks", tvl: random.logNormal(6e6, 1.5), fee: random.pick(fees) });
      }
    }
  }
  for (let n = HUBS.length; n < tokenCount; n++) {
    const kind = random.next() < 0.5 ? "pair" : "ticks";
    add(n, 0, { kind, tvl: random.logNormal(8e5, 1.5), fee: PAIR_FEE });
  }
  const tails = tokenCount - HUBS.length;
  while (pools.length < poolCount) {
    if (random.next() < 0.88) {
      // The exponent gives the first tail tokens more pools.
      const n = HUBS.length + Math.floor(tails * random.next() ** 1.6);
      const kind = random.next() < 0.45 ? "pair" : "ticks";
      const fee = random.pick(TAIL_FEES);
      add(n, random.pick(HUB_WEIGHTS), { kind, tvl: random.logNormal(3e5, 1.6), fee });
    } else {
      const [a, b] = [random.next(), random.next()].map((x) => HUBS.length + Math.floor(tails * x));
      const kind = random.next() < 0.7 ? "pair" : "ticks";
      const fee = random.next() < 0.5 ? 2500 : 10_000;
      if (a === undefined || b === undefined || a === b) continue;
      add(a, b, { kind, tvl: random.logNormal(6e4, 1.4), fee });
    }
  }
  return { tokens, pools, snapshot: createSnapshot(tokens, pools) };
}

const STABLE_FEES = [
  [100, 0.8],
  [500, 0.2],
] as const;
const HUB_FEES = [
  [500, 0.5],
  [2500, 0.35],
  [100, 0.05],
  [10_000, 0.1],
] as const;
const TAIL_FEES = [
  [500, 0.1],
  [2500, 0.5],
  [10_000, 0.4],
] as const;

function tailToken(random: Random, n: number): BenchToken {
  const odd = random.next() < 0.5 ? 6 : 8;
  return {
    symbol: `T${n}`,
    address: drawAddress(random),
    decimals: random.next() < 0.9 ? 18 : odd,
    usd: random.logUniform(0.01, 100),
  };
}

function drawAddress(random: Random): Address {
  const words = Array.from({ length: 5 }, () => Math.floor(random.next() * 2 ** 32));
  return `0x${words.map((word) => word.toString(16).padStart(8, "0")).join("")}`;
}

/** Null when the pair has a constant-product pool already or the pool would be too small. */
function createPool(
  random: Random,
  wish: {
    readonly kind: "pair" | "ticks";
    readonly tvl: number;
    readonly fee: number;
    readonly tokens: readonly [BenchToken | undefined, BenchToken | undefined];
    readonly paired: Set<string>;
  },
): BenchPool | null {
  const [a, b] = wish.tokens;
  if (a === undefined || b === undefined) throw new Error("a pool needs two tokens");
  const [token0, token1] = a.address < b.address ? [a, b] : [b, a];
  const base: Omit<PoolWish, "feePips"> = {
    ...{ id: drawAddress(random), token0, token1, tvlUsd: wish.tvl },
  };
  if (wish.kind === "ticks") return concentratedPool(random, { ...base, feePips: wish.fee });
  const pair = `${token0.address} ${token1.address}`;
  if (wish.paired.has(pair)) return null;
  const pool = constantProductPool(random, { ...base, feePips: PAIR_FEE });
  if (pool !== null) wish.paired.add(pair);
  return pool;
}

function createSnapshot(tokens: readonly BenchToken[], pools: readonly BenchPool[]): Snapshot {
  return snapshotOf(pools, {
    tokens,
    wrappedNative: HUBS[0]?.address ?? "0x",
    usdAnchors: HUBS.filter(({ usd }) => usd === 1).map(({ address }) => address),
    connectors: tokens.map(({ address }) => address),
  });
}
