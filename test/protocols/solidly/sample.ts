import type { SolidlyPool } from "../../../src/protocols/solidly/pool.ts";

const pool: SolidlyPool = {
  id: "0x00000000000000000000000000000000000000f2",
  address: "0x00000000000000000000000000000000000000f2",
  slug: "aerodrome",
  updatedBlock: 1,
  token0: "0x0000000000000000000000000000000000000a00",
  token1: "0x0000000000000000000000000000000000000b00",
  isStable: true,
  generation: "v2",
  unit0: 10n ** 6n,
  unit1: 10n ** 18n,
  feeBps: 5,
  isPaused: false,
  reserve0: 3_000_000_000_000n,
  reserve1: 2_500_000_000_000_000_000_000_000n,
  totalSupply: 2_700_000_000_000_000_000n,
  router: "0x00000000000000000000000000000000000000f3",
  feeIndexWad: 10n ** 18n,
  since: { price: 10n ** 18n, timestamp: 1 },
};

/** States that the conformance tests run on. */
export const samples: readonly SolidlyPool[] = [
  pool,
  { ...pool, isStable: false, feeBps: 30 },
  { ...pool, generation: "v1", unit0: 10n ** 18n, reserve0: 2n * 10n ** 24n },
  { ...pool, isStable: false, router: null, reserve0: 1n },
  { ...pool, isPaused: true },
  { ...pool, reserve0: 0n, reserve1: 0n },
  { ...pool, reserve0: 2_500_000_000_000n },
  { ...pool, feeBps: 1, reserve0: 90_000_000_000n },
  { ...pool, generation: "v1", reserve1: 400_000_000_000_000_000_000_000_000n },
  { ...pool, isStable: false, feeBps: 100, reserve0: 40_000_000n },
];
