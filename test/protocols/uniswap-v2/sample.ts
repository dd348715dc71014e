import { UNISWAP } from "../../../src/protocols/uniswap-v2/forks.ts";
import type { PairLiquidity, UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";

/** Shares of a pair whose protocol fee is on and due: its product has grown by a tenth. */
export const liquidity: PairLiquidity = {
  router: "0x00000000000000000000000000000000000000f3",
  totalSupply: 50_000_000_000_000_000n,
  kLast: 2_700_000_000_000_000_000_000_000_000_000_000n,
  protocolFee: UNISWAP.share?.protocolFee ?? null,
  since: { price: 1_000_000_000_000_000_000n, timestamp: 1 },
};

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
  liquidity,
};

/** States that the conformance tests run on. */
export const samples: readonly UniswapV2Pool[] = [
  pair,
  { ...pair, liquidity: { ...liquidity, router: null, protocolFee: null } },
  { ...pair, feePips: 2500, reserve0: 1n },
  { ...pair, liquidity: null },
  { ...pair, reserve0: 0n, reserve1: 0n },
  { ...pair, liquidity: { ...liquidity, kLast: pair.reserve0 * pair.reserve1 } },
  {
    ...{ ...pair, feePips: 10_000, reserve0: 7_000_000_000_000_000_000_000_000n },
    liquidity: { ...liquidity, kLast: 0n, totalSupply: 80_000_000_000_000_000_000_000n },
  },
];
