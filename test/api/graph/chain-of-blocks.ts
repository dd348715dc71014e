import { type Address, type Hash, keccak256, numberToHex, pad, toHex } from "viem";
import type { Head } from "../../../src/api/graph/heads.ts";
import {
  type HeldState,
  type Memory,
  NOTHING_RECENT,
  type PriceFeedRow,
  type TokenRow,
} from "../../../src/api/graph/memory.ts";
import { NO_RELIERS } from "../../../src/api/graph/reliances.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import type { Chain } from "../../../src/lib/chain.ts";
import { sharedMap } from "../../../src/lib/shared-map.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";

/** Hash of a block on a fork; blocks of different forks differ. */
export function hashOf(number: number, fork = "a"): Hash {
  return keccak256(toHex(`${fork}${number}`));
}

/** Blocks `first` to `last`; from `forkAt` on they are those of fork "b". */
export function headsUpTo(
  last: number,
  { first = 1, forkAt = Number.POSITIVE_INFINITY }: { first?: number; forkAt?: number } = {},
): readonly Head[] {
  const hash = (number: number) => hashOf(number, number >= forkAt ? "b" : "a");
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    number: first + at,
    hash: hash(first + at),
    parentHash: hash(first + at - 1),
    timestamp: 1_000 + 12 * (first + at),
    baseFeePerGas: 7n,
  }));
}

/** The n-th address, ascending with n. */
export function addressOf(n: number): Address {
  return pad(numberToHex(n), { size: 20 });
}

/** A pair of two tokens. */
export function pair(
  n: number,
  [token0, token1]: readonly [number, number],
  state: Partial<UniswapV2Pool> = {},
): HeldState {
  const address = addressOf(n);
  const reserves = { reserve0: 1_000n, reserve1: 2_000n };
  const tokens = { token0: addressOf(token0), token1: addressOf(token1) };
  const fixed = {
    id: address,
    address,
    slug: "uniswap-v2",
    feePips: 3_000,
    updatedBlock: 1,
    liquidity: null,
  };
  return {
    protocol: uniswapV2,
    state: { ...fixed, ...tokens, ...reserves, ...state } as UniswapV2Pool,
  };
}

/** A token of 18 decimals. */
export function tokenRow(n: number, row: Partial<TokenRow> = {}): TokenRow {
  return {
    address: addressOf(n),
    symbol: `T${n}`,
    name: null,
    decimals: 18,
    updatedBlock: 1,
    ...row,
  };
}

/** A Chainlink feed that answered one dollar at second 1,000. */
export function feedRow(feed: Address, row: Partial<PriceFeedRow> = {}): PriceFeedRow {
  const facts = { answer: 100_000_000n, decimals: 8, updatedAt: 1_000n, updatedBlock: 1 };
  return { feed, ...facts, ...row };
}

/** A memory at block `head`. */
export function memoryOf(
  states: readonly HeldState[],
  tokens: readonly TokenRow[],
  heads: readonly Head[] = headsUpTo(1),
): Memory {
  return {
    heads,
    states: sharedMap(states.map((held) => [held.state.id, held])),
    tokens: sharedMap(tokens.map((row) => [row.address, row])),
    priceFeeds: [],
    reliers: NO_RELIERS,
    recent: NOTHING_RECENT,
    dataFee: null,
  };
}

/** A chain whose wrapped native token is the address 1. */
export const CHAIN: Chain = {
  chainId: 1,
  name: "test",
  blockTimeSeconds: 12,
  native: { symbol: "ETH", name: "Ether", decimals: 18 },
  wrappedNative: addressOf(1),
  multicall3: NATIVE,
  permit2: NATIVE,
  maxTransactionGas: 16_777_216n,
  hasOwnBloom: true,
  wrapper: { name: "", url: "", logosUri: [], description: "", startBlock: null },
  usdAnchors: [addressOf(2)],
  priceFeeds: [],
  dataFee: null,
  connectors: [addressOf(1)],
};
