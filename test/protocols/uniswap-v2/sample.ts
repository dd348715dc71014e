import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";

const pair: UniswapV2Pool = {
  id: "0x00000000000000000000000000000000000000f2",
  address: "0x00000000000000000000000000000000000000f2",
  slug: "uniswap-v2",
  updatedBlock: 1,
  token0: "0x0000000000000000000000000000000000000a00",
  token1: "0x0000000000000000000000000000000000000b00",
  feePips: 3000,
  reserve0: 3_000_000_000_000n,
  reserve1: 1_000_000_000_000_000_000_000n,
};

/** States that the conformance tests run on. */
export const samples: readonly UniswapV2Pool[] = [
  pair,
  { ...pair, feePips: 2500, reserve0: 1n },
  { ...pair, reserve0: 0n, reserve1: 0n },
];
