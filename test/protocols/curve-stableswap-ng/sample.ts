import type { CurveNgPool } from "../../../src/protocols/curve-stableswap-ng/pool.ts";

const E18 = 10n ** 18n;
const price = E18;

/** PYUSD/USDC on Ethereum as a test of another implementation recorded it at block 19425514. */
export const twoCoins: CurveNgPool = {
  id: "0x383e6b4437b59fff47b619cba855ca29342a8559",
  address: "0x383e6b4437b59fff47b619cba855ca29342a8559",
  slug: "curve-stableswap-ng",
  updatedBlock: 1,
  lpToken: "0x383e6b4437b59fff47b619cba855ca29342a8559",
  coins: [
    "0x6c3ea9036406852006290770bedfcaba0e23a0e8",
    "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  ],
  basePool: null,
  base: null,
  rates: [10n ** 30n, 10n ** 30n],
  aPrecision: 100n,
  dividesAtOnce: true,
  returnsAmount: true,
  balances: [20_645_714_947_000n, 16_619_279_610_257n],
  supply: 37_262_000_000_000_000_000_000_000n,
  feeE10: 1_000_000n,
  adminFeeE10: 5_000_000_000n,
  offpegE10: 50_000_000_000n,
  initialA: 15_000n,
  futureA: 15_000n,
  initialATime: 0n,
  futureATime: 0n,
  paused: false,
  since: { price, timestamp: 0 },
  latest: { price, timestamp: 0 },
};

/**
 * A metapool whose amplification moves, with a rated coin; a fee that does not depend on balances.
 */
export const meta: CurveNgPool = {
  ...twoCoins,
  id: "0x9e10f9fb6f0d32b350cee2618662243d4f24c64a",
  address: "0x9e10f9fb6f0d32b350cee2618662243d4f24c64a",
  lpToken: "0x9e10f9fb6f0d32b350cee2618662243d4f24c64a",
  coins: [
    "0x4591dbff62656e7859afe5e45f6f47d3669fbb28",
    "0x383e6b4437b59fff47b619cba855ca29342a8559",
  ],
  basePool: "0x383e6b4437b59fff47b619cba855ca29342a8559",
  base: { ...twoCoins, supply: 37_260_809_758_180_318_203_561_662n },
  // What the base pool's virtual price was when all of this was recorded.
  rates: [E18, 1_000_073_197_173_325_044n],
  balances: [1_400_402_037_639_032_709_376_918n, 389_831_262_966_377_525_851_519n],
  supply: 1_789_000_000_000_000_000_000_000n,
  feeE10: 4_000_000n,
  offpegE10: 0n,
  initialA: 15_000n,
  futureA: 20_000n,
  initialATime: 1_799_000_000n,
  futureATime: 1_801_000_000n,
};

const fourCoins: CurveNgPool = {
  ...twoCoins,
  coins: [
    ...twoCoins.coins,
    "0x4c9edd5852cd905f086c759e8383e09bff1e68b3",
    "0xdac17f958d2ee523a2206206994597c13d831ec7",
  ],
  rates: [10n ** 30n, 10n ** 30n, 1_234_567_890_123_456_789n, 10n ** 30n],
  balances: [2_000_000_000_000n, 3_000_000_000_000n, 1_500_000n * E18, 2_500_000_000_000n],
  supply: 9_000_000n * E18,
  dividesAtOnce: false,
};

/** States that the conformance tests run on. */
export const samples: readonly CurveNgPool[] = [
  twoCoins,
  meta,
  fourCoins,
  { ...twoCoins, offpegE10: 10n ** 10n },
  { ...twoCoins, balances: [30_000_000_000_000n, 6_000_000_000_000n] },
  { ...twoCoins, balances: [0n, 0n], supply: 0n },
];

/** Those of a fee that does not move with the trade. */
export const curved = samples.filter(({ offpegE10 }) => offpegE10 <= 10n ** 10n);
