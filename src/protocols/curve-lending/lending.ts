import { linearInterest, rayDiv, rayMul } from "../aave-v3/ray-math.ts";
import type { CurvePool } from "../curve-stableswap/pool.ts";
import type { BlockContext } from "../protocol.ts";
import type { CurveLendingPool } from "./pool.ts";

/** What of a pool and its reserves tells its balances. */
export type LendingNumbers = Pick<
  CurveLendingPool,
  ("scaledBalances" | "adminBalances") | ("indicesRay" | "liquidityRatesRay" | "accruedAt")
>;

/**
 * What a scaled unit of the aToken of coin `i` is worth, in ray.
 *
 * @param timestamp Seconds since the epoch.
 * @see https://github.com/aave/protocol-v2/blob/34264243be273260b83928199bf2ec1af2aa214f/contracts/protocol/libraries/logic/ReserveLogic.sol
 */
export function incomeRay(
  {
    indicesRay,
    liquidityRatesRay,
    accruedAt,
  }: Pick<LendingNumbers, "indicesRay" | "liquidityRatesRay" | "accruedAt">,
  i: number,
  timestamp: bigint,
): bigint {
  const indexRay = indicesRay[i] ?? 0n;
  const elapsed = timestamp - (accruedAt[i] ?? 0n);
  if (elapsed <= 0n) return indexRay;
  return rayMul(linearInterest(liquidityRatesRay[i] ?? 0n, elapsed), indexRay);
}

/**
 * aTokens of the pool without the admin's, smallest unit; below 0 where the admin has more.
 *
 * @param timestamp Seconds since the epoch; null: each as of its reserve's last update.
 */
export function balancesOf(state: LendingNumbers, timestamp: bigint | null): readonly bigint[] {
  return state.scaledBalances.map((scaled, i) => {
    const income = incomeRay(state, i, timestamp ?? state.accruedAt[i] ?? 0n);
    return rayMul(scaled, income) - (state.adminBalances[i] ?? 0n);
  });
}

/**
 * The pool as a plain one of the coins that are lent out.
 *
 * @param timestamp As of `balancesOf`.
 */
export function poolAt(state: CurveLendingPool, timestamp: bigint | null): CurvePool {
  const { id, slug, updatedBlock, address, lpToken, coins, rates, supply, since, latest } = state;
  const { feeE10, adminFeeE10, offpegE10, initialA, futureA, initialATime, futureATime } = state;
  return {
    // The switch that stops a pool is in no view, and works in the 60 days after its deployment
    // alone: those of all that are listed are over.
    ...{ id, slug, updatedBlock, address, lpToken, coins, rates, supply, since, latest },
    ...{ feeE10, adminFeeE10, offpegE10, initialA, futureA, initialATime, futureATime },
    ...{ aPrecision: 100n, dividesAtOnce: false, addsUnit: true },
    ...{ returnsAmount: true, paused: false },
    balances: balancesOf(state, timestamp),
  };
}

/** Whether the market takes none of coin `i`: it or the coin is stopped. */
export function refusesDeposits(state: CurveLendingPool, i: number): boolean {
  return refusesWithdrawals(state, i) || state.isFrozen[i] === true;
}

/** Whether the market pays none of coin `i` out, whatever it has. */
export function refusesWithdrawals({ isPaused, isActive }: CurveLendingPool, i: number): boolean {
  return isPaused || isActive[i] !== true;
}

/** A move of a coin between the pool and the market, smallest unit. */
interface Move {
  readonly i: number;
  readonly amount: bigint;
}

/**
 * The state after the pool has lent out an amount; null where nothing would be credited. Rates
 * change with it, and count from the next block on only.
 *
 * @see https://github.com/aave/protocol-v2/blob/34264243be273260b83928199bf2ec1af2aa214f/contracts/protocol/lendingpool/LendingPool.sol
 */
export function afterDeposit(
  state: CurveLendingPool,
  { i, amount }: Move,
  { timestamp }: Pick<BlockContext, "timestamp">,
): CurveLendingPool | null {
  const income = incomeRay(state, i, timestamp);
  const minted = rayDiv(amount, income);
  return minted === 0n ? null : moved(state, { i, amount }, { minted, income, timestamp });
}

/**
 * The state after the market has paid an amount of the pool's out; null where it does not: nothing
 * would be burned, or more than there is.
 *
 * @see https://github.com/aave/protocol-v2/blob/34264243be273260b83928199bf2ec1af2aa214f/contracts/protocol/lendingpool/LendingPool.sol
 */
export function afterWithdrawal(
  state: CurveLendingPool,
  { i, amount }: Move,
  { timestamp }: Pick<BlockContext, "timestamp">,
): CurveLendingPool | null {
  const income = incomeRay(state, i, timestamp);
  const burned = rayDiv(amount, income);
  const held = state.scaledBalances[i] ?? 0n;
  if (burned === 0n || burned > held || amount > rayMul(held, income)) return null;
  if (amount > (state.available[i] ?? 0n)) return null;
  return moved(state, { i, amount: -amount }, { minted: -burned, income, timestamp });
}

function moved(
  state: CurveLendingPool,
  { i, amount }: Move,
  { minted, income, timestamp }: Record<"minted" | "income" | "timestamp", bigint>,
): CurveLendingPool {
  const at = (list: readonly bigint[], of: (value: bigint) => bigint): readonly bigint[] =>
    list.map((value, place) => (place === i ? of(value) : value));
  return {
    ...state,
    scaledBalances: at(state.scaledBalances, (scaled) => scaled + minted),
    available: at(state.available, (held) => held + amount),
    indicesRay: at(state.indicesRay, () => income),
    accruedAt: at(state.accruedAt, (before) => (before > timestamp ? before : timestamp)),
  };
}
