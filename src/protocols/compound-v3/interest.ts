/** Scale of indexes. */
export const INDEX_SCALE = 10n ** 15n;
const FACTOR_SCALE = 10n ** 18n;

/** Rates of one side by utilization, 18 decimals; per second. */
export interface RateModel {
  /** Utilization at which the slope changes. */
  readonly kinkWad: bigint;
  readonly baseWad: bigint;
  readonly slopeLowWad: bigint;
  readonly slopeHighWad: bigint;
}

/** What a market's interest is made of. */
export interface Interest {
  /** Base token owed per unit of principal, 15 decimals, as of `accruedAt`. */
  readonly supplyIndex: bigint;
  readonly borrowIndex: bigint;
  /** Principal: what is supplied and borrowed, divided by the indexes. */
  readonly totalSupply: bigint;
  readonly totalBorrow: bigint;
  /** Seconds since the epoch. */
  readonly accruedAt: number;
  readonly supplyKinkWad: bigint;
  readonly supplyBaseWad: bigint;
  readonly supplySlopeLowWad: bigint;
  readonly supplySlopeHighWad: bigint;
  readonly borrowKinkWad: bigint;
  readonly borrowBaseWad: bigint;
  readonly borrowSlopeLowWad: bigint;
  readonly borrowSlopeHighWad: bigint;
}

/**
 * Base token that principal is worth, rounded down.
 *
 * @see https://github.com/compound-finance/comet/blob/d5a30b0aaeff7755f1431e87f818990902237b03/contracts/CometCore.sol
 */
export function presentDown(principal: bigint, index: bigint): bigint {
  return (principal * index) / INDEX_SCALE;
}

/** Principal of a supplied amount, rounded down. */
export function principalDown(amount: bigint, supplyIndex: bigint): bigint {
  return (amount * INDEX_SCALE) / supplyIndex;
}

/** The largest amount whose principal is no more than that. */
export function largestOf(principal: bigint, supplyIndex: bigint): bigint {
  return ((principal + 1n) * supplyIndex - 1n) / INDEX_SCALE;
}

/**
 * The largest principal that is worth no more than an amount.
 */
export function largestPrincipal(amount: bigint, supplyIndex: bigint): bigint {
  return ((amount + 1n) * INDEX_SCALE - 1n) / supplyIndex;
}

/** Part of what is supplied that is borrowed, 18 decimals; 0 while nothing is supplied. */
export function utilizationWad(state: Interest): bigint {
  const supplied = presentDown(state.totalSupply, state.supplyIndex);
  const borrowed = presentDown(state.totalBorrow, state.borrowIndex);
  return supplied === 0n ? 0n : (borrowed * FACTOR_SCALE) / supplied;
}

/** Rate of suppliers per second, 18 decimals. */
export function supplyRateWad(state: Interest): bigint {
  return rateWad(utilizationWad(state), {
    kinkWad: state.supplyKinkWad,
    baseWad: state.supplyBaseWad,
    slopeLowWad: state.supplySlopeLowWad,
    slopeHighWad: state.supplySlopeHighWad,
  });
}

/** Rate of borrowers per second, 18 decimals. */
export function borrowRateWad(state: Interest): bigint {
  return rateWad(utilizationWad(state), {
    kinkWad: state.borrowKinkWad,
    baseWad: state.borrowBaseWad,
    slopeLowWad: state.borrowSlopeLowWad,
    slopeHighWad: state.borrowSlopeHighWad,
  });
}

function rateWad(utilization: bigint, model: RateModel): bigint {
  const { kinkWad, baseWad, slopeLowWad, slopeHighWad } = model;
  if (utilization <= kinkWad) return baseWad + mulFactor(slopeLowWad, utilization);
  const atKink = baseWad + mulFactor(slopeLowWad, kinkWad);
  return atKink + mulFactor(slopeHighWad, utilization - kinkWad);
}

function mulFactor(value: bigint, factor: bigint): bigint {
  return (value * factor) / FACTOR_SCALE;
}

/**
 * Indexes at a time: both grow by the rate at the utilization of the last accrual, linearly.
 *
 * @see https://github.com/compound-finance/comet/blob/d5a30b0aaeff7755f1431e87f818990902237b03/contracts/Comet.sol#L403
 */
export function accrued<S extends Interest>(state: S, timestamp: bigint): S {
  const elapsed = timestamp - BigInt(state.accruedAt);
  if (elapsed <= 0n) return state;
  const { supplyIndex, borrowIndex } = state;
  return {
    ...state,
    supplyIndex: supplyIndex + mulFactor(supplyIndex, supplyRateWad(state) * elapsed),
    borrowIndex: borrowIndex + mulFactor(borrowIndex, borrowRateWad(state) * elapsed),
    accruedAt: Number(timestamp),
  };
}
