import type { LidoState } from "../../../src/protocols/lido/pool.ts";

const state: LidoState = {
  id: "0xae7ab96520de3a18e5e111b5eaab095312d7fe84",
  slug: "lido",
  updatedBlock: 1,
  stEth: "0xae7ab96520de3a18e5e111b5eaab095312d7fe84",
  wstEth: "0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0",
  internalEther: 9_123_456_789_012_345_678_901_234n,
  internalShares: 7_500_000_123_456_789_012_345_678n,
  isStopped: false,
  maxStakeLimit: 150_000_000_000_000_000_000_000n,
  growthBlocks: 6_400n,
  prevStakeLimit: 120_000_000_000_000_000_000_000n,
  prevStakeBlock: 1,
  sincePrice: 1_216_000_000_000_000_000_000_000_000n,
  sinceTimestamp: 1_767_139_200,
  latestPrice: 1_216_100_000_000_000_000_000_000_000n,
  latestTimestamp: 1_767_225_600,
};

/** States that the conformance tests run on. */
export const samples: readonly LidoState[] = [
  state,
  { ...state, maxStakeLimit: 0n },
  { ...state, prevStakeBlock: 0 },
  { ...state, prevStakeBlock: 0, isStopped: true },
  { ...state, internalEther: 0n, internalShares: 0n, prevStakeBlock: 0 },
];
