import {
  compoundedInterest,
  exponentialInterest,
  linearInterest,
  percentMul,
  rayDiv,
  rayDivFloor,
  rayMul,
  rayMulFloor,
} from "./ray-math.ts";
import { REVISION, roundsAgainstUsers } from "./revision.ts";

/**
 * What a reserve's indices and the treasury's share grow from. Amounts in the underlying's smallest
 * unit, times in seconds.
 */
export interface Interest {
  /** Of the pool's code; 0 where none was announced, which is of version 3.0. */
  readonly revision: number;
  /** Underlying per scaled unit of the aToken; starts at one ray and only grows. */
  readonly liquidityIndexRay: bigint;
  /** Yearly rate that suppliers earn, in ray, without compounding. */
  readonly liquidityRateRay: bigint;
  readonly variableBorrowIndexRay: bigint;
  readonly variableBorrowRateRay: bigint;
  /** Variable debt divided by its index. */
  readonly scaledVariableDebt: bigint;
  /** Stable debt as of `stableUpdatedAt`. */
  readonly stableDebt: bigint;
  /** Average yearly rate of the stable debt, in ray. */
  readonly stableRateRay: bigint;
  readonly stableUpdatedAt: number;
  /** The treasury's share that is not minted yet, divided by the liquidity index. */
  readonly accruedToTreasury: bigint;
  /** The treasury's part of the interest, in basis points. */
  readonly reserveFactorBps: number;
  /** Time of the last update of the indices. */
  readonly accruedAt: number;
}

/** What an update of the indices changes. */
export type Accrual = Pick<
  Interest,
  "liquidityIndexRay" | "variableBorrowIndexRay" | "accruedToTreasury" | "accruedAt"
>;

/**
 * The update that starts every action on a reserve; nothing changes where the indices are of that
 * time already.
 *
 * @param timestamp Seconds; the block's.
 * @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/libraries/logic/ReserveLogic.sol
 * @see https://unpkg.com/@aave-dao/aave-v3-origin@3.6.0/src/contracts/protocol/libraries/logic/ReserveLogic.sol
 */
export function accrue(interest: Interest, timestamp: bigint): Accrual {
  const elapsed = timestamp - BigInt(interest.accruedAt);
  if (elapsed <= 0n) return untouched(interest);
  const { liquidityRateRay, variableBorrowRateRay, scaledVariableDebt } = interest;
  const liquidityIndexRay =
    liquidityRateRay === 0n
      ? interest.liquidityIndexRay
      : rayMul(linearInterest(liquidityRateRay, elapsed), interest.liquidityIndexRay);
  const variableBorrowIndexRay =
    scaledVariableDebt === 0n
      ? interest.variableBorrowIndexRay
      : rayMul(
          (interest.revision >= REVISION.exponential ? exponentialInterest : compoundedInterest)(
            variableBorrowRateRay,
            elapsed,
          ),
          interest.variableBorrowIndexRay,
        );
  const earned = roundsAgainstUsers(interest)
    ? rayMulFloor(scaledVariableDebt, variableBorrowIndexRay - interest.variableBorrowIndexRay)
    : rayMul(scaledVariableDebt, variableBorrowIndexRay) -
      rayMul(scaledVariableDebt, interest.variableBorrowIndexRay) +
      stableDebtAt(interest, timestamp) -
      stableDebtAt(interest, BigInt(interest.accruedAt));
  const toTreasury = percentMul(earned, BigInt(interest.reserveFactorBps));
  const scaled = roundsAgainstUsers(interest) ? rayDivFloor : rayDiv;
  return {
    liquidityIndexRay,
    variableBorrowIndexRay,
    accruedToTreasury: interest.accruedToTreasury + scaled(toTreasury, liquidityIndexRay),
    accruedAt: Number(timestamp),
  };
}

function untouched(interest: Interest): Accrual {
  const { liquidityIndexRay, variableBorrowIndexRay, accruedToTreasury, accruedAt } = interest;
  return { liquidityIndexRay, variableBorrowIndexRay, accruedToTreasury, accruedAt };
}

function stableDebtAt(interest: Interest, timestamp: bigint): bigint {
  const { stableDebt, stableRateRay, stableUpdatedAt } = interest;
  if (stableDebt === 0n) return 0n;
  return rayMul(stableDebt, compoundedInterest(stableRateRay, timestamp - BigInt(stableUpdatedAt)));
}
