import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import type { UniswapV4Pool } from "../../../src/protocols/uniswap-v4/pool.ts";
import { createPool } from "../uniswap-v3/fixture.ts";

const ONE = 10n ** 18n;
const parameters = { feePips: 3000, tickSpacing: 60, sqrtPriceX96: 1n << 96n };
const positions = [
  { tickLower: -887_220, tickUpper: 887_220, liquidity: ONE },
  { tickLower: -600, tickUpper: 1_200, liquidity: 50n * ONE },
];

/** A pool of V4 with the numbers of one of V3. */
function sampleOf(
  number: number,
  of: Pick<UniswapV4Pool, "feePips"> & { readonly positions: typeof positions },
): UniswapV4Pool {
  const { address: _address, ...pool } = createPool({ ...parameters, positions: of.positions });
  return {
    ...pool,
    id: `0x${number.toString(16).padStart(64, "0")}`,
    slug: "uniswap-v4",
    manager: "0x000000000004444c5dc75cb358380d2e3de08a90",
    hooks: ZERO_ADDRESS,
    token0: NATIVE,
    lpFeePips: 3_000,
    feePips: of.feePips,
  };
}

/** States that the conformance tests run on. */
export const samples: readonly UniswapV4Pool[] = [
  sampleOf(1, { feePips: 3_000, positions }),
  sampleOf(2, { feePips: [3_500, 4_000], positions }),
  sampleOf(3, { feePips: 3_000, positions: [] }),
];
