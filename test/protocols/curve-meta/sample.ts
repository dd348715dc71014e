import type { CurveMetaPool } from "../../../src/protocols/curve-meta/pool.ts";
import type { PoolNumbers } from "../../../src/protocols/curve-stableswap/reserves.ts";

const E18 = 10n ** 18n;
const price = E18;

/** The 3pool at Ethereum's block 25144000, as a test of another implementation recorded it. */
export const threePool: PoolNumbers = {
  balances: [28_423_476_414_243_036_265_898_717n, 28_303_161_369_733n, 105_801_761_236_945n],
  rates: [E18, 10n ** 30n, 10n ** 30n],
  aPrecision: 1n,
  dividesAtOnce: false,
  supply: 156_292_498_426_563_400_858_100_950n,
  feeE10: 1_500_000n,
  adminFeeE10: 10_000_000_000n,
  offpegE10: null,
  initialA: 5_000n,
  futureA: 4_000n,
  initialATime: 1_751_893_283n,
  futureATime: 1_752_497_111n,
};

/** FRAX/3Crv, a little out of balance. */
export const fraxThreeCrv: CurveMetaPool = {
  id: "0xd632f22692fac7611d2aa1c0d552930d43caed3b",
  address: "0xd632f22692fac7611d2aa1c0d552930d43caed3b",
  slug: "curve-meta",
  updatedBlock: 1,
  lpToken: "0xd632f22692fac7611d2aa1c0d552930d43caed3b",
  coins: [
    "0x853d955acef822db058eb8505911ed77f175b99e",
    "0x6c3f90f043a72fa612cbac8115ee7e52bde6e490",
  ],
  basePool: "0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7",
  base: threePool,
  rates: [E18, 1_039_823_717_209_618_332n],
  aPrecision: 100n,
  dividesAtOnce: false,
  offpegE10: null,
  returnsAmount: true,
  balances: [4_824_805_628_775_442_017_834_111n, 3_958_957_064_477_993_656_079_334n],
  supply: 8_913_397_448_918_541_790_395_060n,
  feeE10: 4_000_000n,
  adminFeeE10: 5_000_000_000n,
  initialA: 150_000n,
  futureA: 150_000n,
  initialATime: 0n,
  futureATime: 0n,
  paused: false,
  since: { price, timestamp: 0 },
  latest: { price, timestamp: 0 },
};

/** States that the conformance tests run on. */
export const samples: readonly CurveMetaPool[] = [
  fraxThreeCrv,
  // Six decimals, and an amplification that moves.
  {
    ...fraxThreeCrv,
    ...{ rates: [10n ** 30n, E18], balances: [2_400_000_000_123n, 3_100_000n * E18] },
    ...{ supply: 5_600_000n * E18, initialA: 20_000n, futureA: 90_000n },
    ...{ initialATime: 1_799_000_000n, futureATime: 1_801_000_000n },
  },
  { ...fraxThreeCrv, balances: [9_000_000n * E18, 700_000n * E18] },
  { ...fraxThreeCrv, balances: [0n, 0n], supply: 0n },
];
