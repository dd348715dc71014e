import type { AaveV3Reserve } from "../../../src/protocols/aave-v3/pool.ts";

const RAY = 10n ** 27n;

/** A reserve of 1,000 tokens, 600 of them lent out, untouched since the first second. */
export const reserve: AaveV3Reserve = {
  id: "0x00000000000000000000000000000000000000aa",
  slug: "aave-v3",
  revision: 0,
  updatedBlock: 1,
  pool: "0x0000000000000000000000000000000000000b00",
  aToken: "0x00000000000000000000000000000000000000aa",
  underlying: "0x0000000000000000000000000000000000000a00",
  variableDebtToken: "0x00000000000000000000000000000000000000ad",
  rewardsController: "0x0000000000000000000000000000000000000c00",
  rewards: ["0x0000000000000000000000000000000000000d00"],
  decimals: 6,
  isActive: true,
  isFrozen: false,
  isPaused: false,
  isBorrowingEnabled: true,
  supplyCap: 2_000n,
  reserveFactorBps: 1_000,
  liquidityIndexRay: RAY,
  liquidityRateRay: 0n,
  variableBorrowIndexRay: RAY,
  variableBorrowRateRay: 0n,
  accruedAt: 12,
  scaledSupply: 1_000_000_000n,
  scaledVariableDebt: 600_000_000n,
  stableDebt: 0n,
  stableRateRay: 0n,
  stableUpdatedAt: 0,
  accruedToTreasury: 0n,
  availableLiquidity: 400_000_000n,
};

/** States that the conformance tests run on. */
export const samples: readonly AaveV3Reserve[] = [
  reserve,
  { ...reserve, supplyCap: 0n },
  { ...reserve, isFrozen: true },
  { ...reserve, isPaused: true },
  { ...reserve, availableLiquidity: 0n },
  { ...reserve, supplyCap: 1_000n },
  { ...reserve, revision: 10, liquidityIndexRay: (RAY * 113n) / 100n },
];
