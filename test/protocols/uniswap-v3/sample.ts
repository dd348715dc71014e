import type { UniswapV3Pool } from "../../../src/protocols/uniswap-v3/pool.ts";
import { createPool } from "./fixture.ts";

const ONE = 10n ** 18n;
const parameters = { feePips: 3000, tickSpacing: 60, sqrtPriceX96: 1n << 96n };

/** States that the conformance tests run on. */
export const samples: readonly UniswapV3Pool[] = [
  createPool({
    ...parameters,
    positions: [
      { tickLower: -887_220, tickUpper: 887_220, liquidity: ONE },
      { tickLower: -600, tickUpper: 1_200, liquidity: 50n * ONE },
    ],
  }),
  createPool({
    ...parameters,
    positions: [{ tickLower: 60, tickUpper: 120, liquidity: ONE }],
  }),
  createPool({ ...parameters, positions: [] }),
];
