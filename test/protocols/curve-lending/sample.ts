import { poolsOn } from "../../../src/protocols/curve-lending/contracts.ts";
import type { CurveLendingPool } from "../../../src/protocols/curve-lending/pool.ts";

const E18 = 10n ** 18n;
const RAY = 10n ** 27n;
const [ofThree, ofTwo] = poolsOn(1);
if (ofThree === undefined || ofTwo === undefined) throw new Error("Ethereum has two pools.");

function fixedOf({ pool, slug, lpToken, lendingPool, coins }: typeof ofThree & object) {
  return {
    ...{ id: pool, address: pool, slug, lpToken, lendingPool },
    coins: coins.map(({ token }) => token),
    aTokens: coins.map(({ aToken }) => aToken),
    rates: coins.map(({ decimals }) => 10n ** BigInt(36 - decimals)),
  };
}

/** DAI, USDC and USDT, a little out of balance. */
export const threeCoins: CurveLendingPool = {
  ...fixedOf(ofThree),
  updatedBlock: 1,
  scaledBalances: [8_374_598_852_113_385_564_139_023n, 8_328_286_891_683n, 5_035_549_096_857n],
  adminBalances: [1_234_567_890_123_456_789_012n, 2_345_678_901n, 1_111_111_111n],
  supply: 20_345_678_901_234_567_890_123_456n,
  ...{ feeE10: 4_000_000n, adminFeeE10: 5_000_000_000n, offpegE10: 20_000_000_000n },
  ...{ initialA: 20_000n, futureA: 200_000n, initialATime: 0n, futureATime: 0n },
  indicesRay: [
    1_083_456_789_012_345_678_901_234_567n,
    1_095_123_456_789_012_345_678_901_234n,
    1_130_000_000_000_000_000_000_000_001n,
  ],
  liquidityRatesRay: [RAY / 50n, (3n * RAY) / 100n + 7n, RAY / 20n],
  accruedAt: [1_799_990_000n, 1_799_999_988n, 1_800_000_000n],
  available: [30_000_000n * E18, 40_000_000_000_000n, 25_000_000_000_000n],
  isActive: [true, true, true],
  isFrozen: [false, false, false],
  isPaused: false,
  since: { price: E18, timestamp: 0 },
  latest: { price: E18, timestamp: 0 },
};

/** DAI and sUSD, without a fee that moves. */
export const twoCoins: CurveLendingPool = {
  ...threeCoins,
  ...fixedOf(ofTwo),
  scaledBalances: [3_374_598_852_113_385_564_139_023n, 2_905_549_096_857_000_000_000_000n],
  adminBalances: [1_234_567_890_123_456_789_012n, 0n],
  supply: 6_345_678_901_234_567_890_123_456n,
  ...{ offpegE10: 0n, initialA: 10_000n, futureA: 10_000n },
  indicesRay: [1_083_456_789_012_345_678_901_234_567n, RAY],
  liquidityRatesRay: [RAY / 50n, 0n],
  accruedAt: [1_799_990_000n, 1_799_999_988n],
  available: [30_000_000n * E18, 4_000_000n * E18],
  isActive: [true, true],
  isFrozen: [false, false],
};

/** States that the conformance tests run on. */
export const samples: readonly CurveLendingPool[] = [
  threeCoins,
  twoCoins,
  {
    ...threeCoins,
    ...{ initialA: 20_000n, futureA: 90_000n },
    ...{ initialATime: 1_799_000_000n, futureATime: 1_801_000_000n },
  },
  // The market has little of a coin, takes none of another and has stopped a third.
  { ...threeCoins, available: [123_456n * E18 + 789n, 40_000_000_000_000n, 1n] },
  { ...threeCoins, isFrozen: [false, true, false] },
  { ...threeCoins, isActive: [true, true, false] },
  { ...twoCoins, isPaused: true },
  { ...twoCoins, scaledBalances: [0n, 0n], adminBalances: [0n, 0n], supply: 0n },
];
