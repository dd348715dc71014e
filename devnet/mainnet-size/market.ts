import { createHash } from "node:crypto";
import type { Address, Hex } from "viem";

/** How much of the market there is: all of it is of mainnet's order. */
export interface MarketSize {
  readonly pairs: number;
  readonly v3Pools: number;
  /** Pairs and V3 pools that hold 10,000 dollars and more; the others hold 316 at most. */
  readonly deepPairs: number;
  readonly deepV3Pools: number;
}

/** A token with a pair, and a third token of it that has a V3 pool too. */
export interface MarketPool {
  readonly address: Address;
  readonly token: Address;
  /** Symbol of what it is paired with. */
  readonly via: string;
  readonly usd: number;
}

/** A concentrated-liquidity pool: positions of the same liquidity, each around the last. */
export interface MarketV3Pool extends MarketPool {
  readonly feePips: 500 | 3_000 | 10_000;
  readonly positions: number;
}

/** 300,000 pairs and 30,000 V3 pools with a million ticks, 5,000 of which matter. */
const FULL: MarketSize = {
  ...{ pairs: 300_000, v3Pools: 30_000, deepPairs: 4_000, deepV3Pools: 1_000 },
};
/** Half the ticks of a V3 pool. */
const POSITIONS = { deep: 200, shallow: 10 };
const FEES = [500, 3_000, 10_000, 3_000] as const;

/** @param share Of the full size, 0 to 1. */
export function marketSize(share: number): MarketSize {
  const part = (count: number) => Math.max(1, Math.round(count * share));
  return {
    pairs: part(FULL.pairs),
    v3Pools: part(FULL.v3Pools),
    deepPairs: part(FULL.deepPairs),
    deepV3Pools: part(FULL.deepV3Pools),
  };
}

/** The pair in a place, from 0: the token of the same place with a connector. */
export function pairAt(size: MarketSize, place: number): MarketPool {
  return {
    address: addressAt("pair", place),
    token: addressAt("token", place),
    via: via(place),
    usd: worth(`pair ${place}`, place < size.deepPairs),
  };
}

/** The V3 pool in a place, from 0: the token of the same place with the wrapped native one. */
export function v3PoolAt(size: MarketSize, place: number): MarketV3Pool {
  const isDeep = place < size.deepV3Pools;
  return {
    address: addressAt("v3", place),
    token: addressAt("token", place),
    via: "WETH",
    usd: worth(`v3 ${place}`, isDeep),
    feePips: FEES[place % FEES.length] ?? 3_000,
    positions: isDeep ? POSITIONS.deep : POSITIONS.shallow,
  };
}

/** Three of four tokens have 18 decimals. */
export function decimalsAt(place: number): number {
  return place % 4 === 3 ? 6 : 18;
}

/** Dollars of one token: from a hundredth of a cent to a hundred. */
export function priceAt(place: number): number {
  return 10 ** (6 * unit(`price ${place}`) - 4);
}

function addressAt(kind: string, place: number): Address {
  return `0x${digest(`${kind} ${place}`).slice(2, 42)}`;
}

function via(place: number): string {
  const drawn = unit(`via ${place}`);
  return drawn < 0.8 ? "WETH" : drawn < 0.95 ? "USDC" : "DAI";
}

function worth(name: string, isDeep: boolean): number {
  return isDeep ? 10 ** (4 + 3 * unit(name)) : 10 ** (2.5 * unit(name));
}

/** A number in [0, 1) that the name fixes. */
function unit(name: string): number {
  return Number.parseInt(digest(name).slice(2, 10), 16) / 2 ** 32;
}

function digest(name: string): Hex {
  return `0x${createHash("sha256").update(name).digest("hex")}`;
}
