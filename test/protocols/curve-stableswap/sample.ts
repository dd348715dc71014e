import type { CurvePool } from "../../../src/protocols/curve-stableswap/pool.ts";

const price = 1_006_923_185_919_753_102n;

/** The 2pool on Ethereum as a test of another implementation recorded it. */
export const twoPool: CurvePool = {
  id: "0x1005f7406f32a61bd760cfa14accd2737913d546",
  address: "0x1005f7406f32a61bd760cfa14accd2737913d546",
  slug: "curve",
  updatedBlock: 1,
  lpToken: "0x1005f7406f32a61bd760cfa14accd2737913d546",
  coins: [
    "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
    "0xdac17f958d2ee523a2206206994597c13d831ec7",
  ],
  rates: [10n ** 30n, 10n ** 30n],
  aPrecision: 100n,
  dividesAtOnce: false,
  returnsAmount: true,
  offpegE10: null,
  balances: [69_265_278n, 140_296_574n],
  supply: 208_111_994_100_559_113_335n,
  feeE10: 3_000_000n,
  adminFeeE10: 5_000_000_000n,
  initialA: 150_000n,
  futureA: 150_000n,
  initialATime: 0n,
  futureATime: 0n,
  paused: false,
  since: { price, timestamp: 0 },
  latest: { price, timestamp: 0 },
};

/** The 3pool with balances of May 2022, while its amplification went from 5000 to 2000. */
export const threePool: CurvePool = {
  ...twoPool,
  id: "0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7",
  address: "0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7",
  lpToken: "0x6c3f90f043a72fa612cbac8115ee7e52bde6e490",
  coins: ["0x6b175474e89094c44da98b954eedeac495271d0f", ...twoPool.coins],
  rates: [10n ** 18n, 10n ** 30n, 10n ** 30n],
  aPrecision: 1n,
  returnsAmount: false,
  balances: [93_649_867_132_724_477_811_796_755n, 92_440_712_316_473n, 175_421_309_630_243n],
  supply: 352_290_453_972_395_231_054_279_357n,
  feeE10: 1_000_000n,
  initialA: 5_000n,
  futureA: 2_000n,
  initialATime: 1_653_559_305n,
  futureATime: 1_654_158_027n,
};

const settled: CurvePool = { ...threePool, initialATime: 0n, futureATime: 0n };

const E18 = 10n ** 18n;

/** Two coins of 18 decimals, balanced, with the largest amplification that a pool can have. */
const steep: CurvePool = {
  ...twoPool,
  rates: [E18, E18],
  balances: [5_000_000n * E18, 5_000_000n * E18],
  supply: 9_900_000n * E18,
  initialA: 100_000_000n,
  futureA: 100_000_000n,
};

/** Two coins of three mostly gone, with a small amplification. */
const drained: CurvePool = {
  ...settled,
  balances: [90_000_000n * E18, 1_500_000_000_000n, 4_000_000_000_000n],
  supply: 70_000_000n * E18,
  initialA: 200n,
  futureA: 200n,
};

/** States that the conformance tests run on. */
export const samples: readonly CurvePool[] = [
  twoPool,
  settled,
  { ...settled, balances: [10n ** 18n, 10n ** 13n, 10n ** 14n] },
  { ...settled, paused: true },
  { ...settled, balances: [0n, 0n, 0n], supply: 0n },
  steep,
  drained,
];
