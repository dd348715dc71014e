import { divUp } from "../../lib/math.ts";

/** What the factory sets of a pair's fees. */
export interface FeeParameters {
  /** Of the base fee. */
  readonly baseFactor: number;
  /** Seconds after a trade within which the references stay as they are. */
  readonly filterPeriod: number;
  /** Seconds after which nothing is left of the volatility. */
  readonly decayPeriod: number;
  /** What is left of it between the two, basis points. */
  readonly reductionFactor: number;
  readonly variableFeeControl: number;
  /** Part of fees that leaves the bins, basis points; at most 2,500. */
  readonly protocolShare: number;
  readonly maxVolatilityAccumulator: number;
}

/** From where crossed bins are counted, and what was there before. */
export interface References {
  readonly volatilityReference: number;
  readonly idReference: number;
}

/** What trades have left behind of their size. */
export interface Volatility extends References {
  /** Bins times 10^4. */
  readonly volatilityAccumulator: number;
  /** Seconds since the epoch; 0 before the first trade. */
  readonly timeOfLastUpdate: number;
}

const BASIS_POINTS = 10_000;
/** 100 %: the scale of fees. */
export const PRECISION = 10n ** 18n;
/** Above it the contract refuses to trade. */
export const MAX_FEE = PRECISION / 10n;

/** The references after a decay that is due. */
export function decayed(
  { reductionFactor }: Pick<FeeParameters, "reductionFactor">,
  { volatilityAccumulator }: Pick<Volatility, "volatilityAccumulator">,
  activeId: number,
): References {
  const kept = volatilityAccumulator * reductionFactor;
  return { idReference: activeId, volatilityReference: Math.floor(kept / BASIS_POINTS) };
}

/**
 * The references that a trade at a time begins with.
 *
 * @param activeId The active bin before the trade.
 * @param timestamp Of the trade's block, seconds since the epoch.
 * @see https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/libraries/PairParameterHelper.sol `updateReferences`
 */
export function referencesAt(
  parameters: FeeParameters,
  volatility: Volatility,
  { activeId, timestamp }: { readonly activeId: number; readonly timestamp: number },
): References {
  const passed = Math.max(0, timestamp - volatility.timeOfLastUpdate);
  const { volatilityReference, idReference } = volatility;
  if (passed < parameters.filterPeriod) return { volatilityReference, idReference };
  if (passed >= parameters.decayPeriod) return { idReference: activeId, volatilityReference: 0 };
  return decayed(parameters, volatility, activeId);
}

/**
 * The volatility once a trade has come to a bin.
 *
 * @see https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/libraries/PairParameterHelper.sol `updateVolatilityAccumulator`
 */
export function accumulatorAt(
  { maxVolatilityAccumulator }: Pick<FeeParameters, "maxVolatilityAccumulator">,
  { volatilityReference, idReference }: References,
  id: number,
): number {
  const grown = volatilityReference + Math.abs(id - idReference) * BASIS_POINTS;
  return Math.min(grown, maxVolatilityAccumulator);
}

/**
 * Fee of a bin, part of 10^18: the base fee and what the volatility adds, rounded up.
 *
 * @see https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/libraries/PairParameterHelper.sol `getTotalFee`
 */
export function totalFeeWad(
  { baseFactor, variableFeeControl }: Pick<FeeParameters, "baseFactor" | "variableFeeControl">,
  binStep: number,
  volatilityAccumulator: number,
): bigint {
  const base = BigInt(baseFactor) * BigInt(binStep) * 10n ** 10n;
  const product = BigInt(volatilityAccumulator) * BigInt(binStep);
  return base + divUp(product * product * BigInt(variableFeeControl), 100n);
}
