import type { SlipstreamPool } from "../../../src/protocols/slipstream/pool.ts";
import { createPool } from "../uniswap-v3/fixture.ts";

const ONE = 10n ** 18n;
const parameters = { feePips: 3000, tickSpacing: 60, sqrtPriceX96: 1n << 96n };
const positions = [
  { tickLower: -887_220, tickUpper: 887_220, liquidity: ONE },
  { tickLower: -600, tickUpper: 1_200, liquidity: 50n * ONE },
];

function sampleOf(
  number: number,
  dynamicFee: SlipstreamPool["dynamicFee"],
  feePips = 3_000,
): SlipstreamPool {
  const address = `0x${number.toString(16).padStart(40, "0")}` as const;
  const pool = createPool({ ...parameters, positions });
  return { ...pool, id: address, address, slug: "aerodrome-slipstream", feePips, dynamicFee };
}

/** States that the conformance tests run on. */
export const samples: readonly SlipstreamPool[] = [
  sampleOf(1, null),
  // 120 ticks above its average, of which each adds half a unit.
  sampleOf(2, {
    ...{ scalingFactor: 500_000n, capPips: 10_000, firstPips: null, sinceTimestamp: 0 },
    ...{ averageTicks: [-120, -120, -119], latestTimestamp: 12 },
  }),
  sampleOf(3, {
    ...{ scalingFactor: 0n, capPips: 10_000, firstPips: 100, sinceTimestamp: 12 },
    ...{ averageTicks: [], latestTimestamp: 12 },
  }),
  sampleOf(4, null, 0),
];
