import type { Address } from "viem";
import { accrue } from "./interest.ts";
import type { PoolLog, ReserveConfigLog, ScaledTokenLog, StableDebtLog } from "./logs.ts";
import type { AaveV3Reserve } from "./pool.ts";
import { percentMul, RAY, rayDiv, rayDivFloor } from "./ray-math.ts";
import { REVISION, roundsAgainstUsers } from "./revision.ts";
import { borrowing, repaying, supplying, withdrawing } from "./units.ts";

/** The part of a reserve's row that logs change. */
export type ReserveState = Omit<
  AaveV3Reserve,
  | "id"
  | "slug"
  | "pool"
  | "aToken"
  | "underlying"
  | "variableDebtToken"
  | "rewardsController"
  | "rewards"
  | "decimals"
  | "updatedBlock"
>;

const ALL_BPS = 10_000n;

/** What the protocol takes of fees, in basis points. */
export interface MarketFees {
  /** Of the premium of flash loans. */
  readonly flashLoanFeeBps: number;
  /** Of the fee for backing what bridges minted. */
  readonly bridgeFeeBps: number;
}

/** What a log changes of one reserve. */
export type ReserveChange = (reserve: ReserveState) => Partial<ReserveState>;

/** What a log of the pool is read with. */
export interface PoolLogContext {
  /** Seconds; the block's. */
  readonly timestamp: bigint;
  readonly fees: MarketFees;
  /** Debt that the same transaction wrote off before, of the borrower and token of the log. */
  readonly writtenOff: bigint;
}

/** A reserve that was just listed: active, without a cap, supplies or debt. */
export function initialized(revision: number): ReserveState {
  return {
    revision,
    isActive: true,
    isFrozen: false,
    isPaused: false,
    isBorrowingEnabled: false,
    supplyCap: 0n,
    reserveFactorBps: 0,
    liquidityIndexRay: RAY,
    liquidityRateRay: 0n,
    variableBorrowIndexRay: RAY,
    variableBorrowRateRay: 0n,
    accruedAt: 0,
    scaledSupply: 0n,
    scaledVariableDebt: 0n,
    stableDebt: 0n,
    stableRateRay: 0n,
    stableUpdatedAt: 0,
    accruedToTreasury: 0n,
    availableLiquidity: 0n,
  };
}

/**
 * What the configurator changed of a listed reserve. A dropped one is inactive.
 *
 * @param timestamp Seconds; the block's.
 */
export function configured(
  log: Exclude<ReserveConfigLog, { readonly eventName: "ReserveInitialized" }>,
  timestamp: bigint,
): ReserveChange {
  switch (log.eventName) {
    case "ReserveDropped":
      return () => ({ isActive: false });
    case "ReserveActive":
      return () => ({ isActive: log.args.active });
    case "ReserveFrozen":
      return () => ({ isFrozen: log.args.frozen });
    case "ReservePaused":
      return () => ({ isPaused: log.args.paused });
    case "ReserveBorrowing":
      return () => ({ isBorrowingEnabled: log.args.enabled });
    case "ReserveFactorChanged":
      return (reserve) => ({
        ...(reserve.revision >= REVISION.syncsIndices ? accrue(reserve, timestamp) : {}),
        reserveFactorBps: Number(log.args.newReserveFactor),
      });
    case "SupplyCapChanged":
      return () => ({ supplyCap: log.args.newSupplyCap });
  }
}

/**
 * What a log of the pool changes, by underlying token.
 *
 * What code that rounds against users mints and burns in scaled units follows from the amounts of
 * these logs and the indices that `ReserveDataUpdated` has set before; also where all of a balance
 * is taken, as no two scaled balances are worth the same. The tokens' own logs do not tell it.
 */
export function poolChanges(
  log: PoolLog,
  { timestamp, fees, writtenOff }: PoolLogContext,
): readonly { readonly underlying: Address; readonly change: ReserveChange }[] {
  switch (log.eventName) {
    case "ReserveDataUpdated": {
      // Every action accrues interest first and sets rates then. The fee of a flash loan raises the
      // index besides.
      const change: ReserveChange = (reserve) => ({
        ...accrue(reserve, timestamp),
        liquidityRateRay: log.args.liquidityRate,
        variableBorrowRateRay: log.args.variableBorrowRate,
        liquidityIndexRay: log.args.liquidityIndex,
        variableBorrowIndexRay: log.args.variableBorrowIndex,
        accruedAt: Number(timestamp),
      });
      return [{ underlying: log.args.reserve, change }];
    }
    case "Supply": {
      const { reserve, amount } = log.args;
      return [moved(reserve, amount, supplying(amount))];
    }
    case "Withdraw": {
      const { reserve, amount } = log.args;
      return [moved(reserve, -amount, withdrawing(amount))];
    }
    case "Borrow": {
      const { reserve, amount } = log.args;
      return [moved(reserve, -amount, borrowing(amount))];
    }
    case "Repay": {
      const { reserve, amount, useATokens } = log.args;
      return useATokens
        ? [moved(reserve, 0n, repaying(amount)), moved(reserve, 0n, withdrawing(amount))]
        : [moved(reserve, amount, repaying(amount))];
    }
    case "LiquidationCall": {
      const { debtAsset, debtToCover, collateralAsset, liquidatedCollateralAmount } = log.args;
      const seized = liquidatedCollateralAmount;
      const repaid = moved(debtAsset, debtToCover, repaying(debtToCover, writtenOff));
      // Counts the interest of collateral that stays, and announces nothing of it.
      const staying: ReserveChange = (reserve) => accrue(reserve, timestamp);
      return log.args.receiveAToken
        ? [repaid, moved(collateralAsset, 0n, staying)]
        : [repaid, moved(collateralAsset, -seized, withdrawing(seized))];
    }
    case "DeficitCreated": {
      const { debtAsset, amountCreated } = log.args;
      // Comes before `ReserveDataUpdated`.
      const change: ReserveChange = (reserve) => {
        const accrual = accrue(reserve, timestamp);
        return { ...accrual, ...repaying(amountCreated)({ ...reserve, ...accrual }) };
      };
      return [moved(debtAsset, 0n, change)];
    }
    case "DeficitCovered":
      return [moved(log.args.reserve, 0n, withdrawing(log.args.amountCovered))];
    case "MintedToTreasury": {
      const { reserve } = log.args;
      const minting: ReserveChange = ({ scaledSupply, accruedToTreasury }) => ({
        scaledSupply: scaledSupply + accruedToTreasury,
      });
      const change: ReserveChange = () => ({ accruedToTreasury: 0n });
      return [moved(reserve, 0n, minting), { underlying: reserve, change }];
    }
    case "FlashLoan": {
      const { asset, premium } = log.args;
      return [feePaid(asset, { amount: premium, fee: premium, feeBps: fees.flashLoanFeeBps })];
    }
    case "BackUnbacked": {
      const { reserve, amount, fee } = log.args;
      return [feePaid(reserve, { amount: amount + fee, fee, feeBps: fees.bridgeFeeBps })];
    }
  }
}

/**
 * Underlying that came to the aToken, or left it where negative.
 *
 * @param units What it changes besides where the code rounds against users.
 */
function moved(underlying: Address, amount: bigint, units: ReserveChange) {
  const change: ReserveChange = (reserve) => ({
    availableLiquidity: reserve.availableLiquidity + amount,
    ...(roundsAgainstUsers(reserve) ? units(reserve) : {}),
  });
  return { underlying, change };
}

/**
 * An amount that came in with a fee, of which the treasury gets a part at the index that the fee
 * has raised already.
 */
function feePaid(
  underlying: Address,
  { amount, fee, feeBps }: { amount: bigint; fee: bigint; feeBps: number },
) {
  const change: ReserveChange = (reserve) => {
    const divide = roundsAgainstUsers(reserve) ? rayDivFloor : rayDiv;
    const part = reserve.revision >= REVISION.exponential ? ALL_BPS : BigInt(feeBps);
    return {
      availableLiquidity: reserve.availableLiquidity + amount,
      accruedToTreasury:
        reserve.accruedToTreasury + divide(percentMul(fee, part), reserve.liquidityIndexRay),
    };
  };
  return { underlying, change };
}

/**
 * What a log of the aToken does to the reserve; nothing where the pool's logs tell it
 * (`poolChanges`).
 */
export function aTokenChange(log: ScaledTokenLog): ReserveChange {
  const units = scaledChange(log);
  return (reserve) =>
    roundsAgainstUsers(reserve) ? {} : { scaledSupply: reserve.scaledSupply + units };
}

/**
 * What a log of the variable debt token does to the reserve; nothing where the pool's logs tell it
 * (`poolChanges`). It comes before `ReserveDataUpdated`, but interest counts on the debt before it.
 */
export function variableDebtChange(log: ScaledTokenLog, timestamp: bigint): ReserveChange {
  const units = scaledChange(log);
  return (reserve) =>
    roundsAgainstUsers(reserve)
      ? {}
      : {
          ...accrue(reserve, timestamp),
          scaledVariableDebt: reserve.scaledVariableDebt + units,
        };
}

/**
 * What a log of the stable debt token does to the reserve: it states the whole debt. Debt at rate 0
 * is a rest that the token itself drops.
 */
export function stableDebtChange(
  { args: { avgStableRate, newTotalSupply } }: StableDebtLog,
  timestamp: bigint,
): ReserveChange {
  return (reserve) => ({
    ...accrue(reserve, timestamp),
    stableDebt: avgStableRate === 0n ? 0n : newTotalSupply,
    stableRateRay: avgStableRate,
    stableUpdatedAt: Number(timestamp),
  });
}

/**
 * Scaled units that a log adds to the supply. Values include the account's interest since its last
 * action: a burn of less than that is announced as a mint of the rest, and a transfer as a mint of
 * nothing else.
 *
 * @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/protocol/tokenization/base/ScaledBalanceTokenBase.sol
 */
function scaledChange({ eventName, args }: ScaledTokenLog): bigint {
  const { value, balanceIncrease, index } = args;
  const amount = eventName === "Mint" ? value - balanceIncrease : -value - balanceIncrease;
  return amount < 0n ? -rayDiv(-amount, index) : rayDiv(amount, index);
}
