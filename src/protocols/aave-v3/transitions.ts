import type { Address } from "viem";
import { accrue } from "./interest.ts";
import type { PoolLog, ReserveConfigLog, ScaledTokenLog, StableDebtLog } from "./logs.ts";
import type { AaveV3Reserve } from "./pool.ts";
import { percentMul, RAY, rayDiv } from "./ray-math.ts";

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

/** What the protocol takes of fees, in basis points. */
export interface MarketFees {
  /** Of the premium of flash loans. */
  readonly flashLoanFeeBps: number;
  /** Of the fee for backing what bridges minted. */
  readonly bridgeFeeBps: number;
}

/** What a log changes of one reserve. */
export type ReserveChange = (reserve: ReserveState) => Partial<ReserveState>;

/** A reserve that was just listed: active, without a cap, supplies or debt. */
export function initialized(): ReserveState {
  return {
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

/** What the configurator changed of a reserve. A dropped one is inactive. */
export function configured(log: ReserveConfigLog): Partial<ReserveState> {
  switch (log.eventName) {
    case "ReserveInitialized":
      return initialized();
    case "ReserveDropped":
      return { isActive: false };
    case "ReserveActive":
      return { isActive: log.args.active };
    case "ReserveFrozen":
      return { isFrozen: log.args.frozen };
    case "ReservePaused":
      return { isPaused: log.args.paused };
    case "ReserveBorrowing":
      return { isBorrowingEnabled: log.args.enabled };
    case "ReserveFactorChanged":
      return { reserveFactorBps: Number(log.args.newReserveFactor) };
    case "SupplyCapChanged":
      return { supplyCap: log.args.newSupplyCap };
  }
}

/**
 * What a log of the pool changes, by underlying token.
 *
 * @param timestamp Seconds; the block's.
 */
export function poolChanges(
  log: PoolLog,
  { timestamp, fees }: { readonly timestamp: bigint; readonly fees: MarketFees },
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
    case "Supply":
      return [moved(log.args.reserve, log.args.amount)];
    case "Withdraw":
    case "Borrow":
      return [moved(log.args.reserve, -log.args.amount)];
    case "Repay":
      return log.args.useATokens ? [] : [moved(log.args.reserve, log.args.amount)];
    case "LiquidationCall": {
      const { debtAsset, debtToCover, collateralAsset, liquidatedCollateralAmount } = log.args;
      const repaid = moved(debtAsset, debtToCover);
      return log.args.receiveAToken
        ? [repaid]
        : [repaid, moved(collateralAsset, -liquidatedCollateralAmount)];
    }
    case "MintedToTreasury": {
      const change: ReserveChange = () => ({ accruedToTreasury: 0n });
      return [{ underlying: log.args.reserve, change }];
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

/** Underlying that came to the aToken, or left it where negative. */
function moved(underlying: Address, amount: bigint) {
  const change: ReserveChange = (reserve) => ({
    availableLiquidity: reserve.availableLiquidity + amount,
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
  const change: ReserveChange = (reserve) => ({
    availableLiquidity: reserve.availableLiquidity + amount,
    accruedToTreasury:
      reserve.accruedToTreasury +
      rayDiv(percentMul(fee, BigInt(feeBps)), reserve.liquidityIndexRay),
  });
  return { underlying, change };
}

/** What a log of the aToken does to the reserve. */
export function aTokenChange(log: ScaledTokenLog): ReserveChange {
  const scaled = scaledChange(log);
  return (reserve) => ({ scaledSupply: reserve.scaledSupply + scaled });
}

/**
 * What a log of the variable debt token does to the reserve. It comes before `ReserveDataUpdated`,
 * but interest counts on the debt before it.
 */
export function variableDebtChange(log: ScaledTokenLog, timestamp: bigint): ReserveChange {
  const scaled = scaledChange(log);
  return (reserve) => ({
    ...accrue(reserve, timestamp),
    scaledVariableDebt: reserve.scaledVariableDebt + scaled,
  });
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
