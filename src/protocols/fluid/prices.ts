import { sqrtDown } from "../../lib/sqrt.ts";
import { E27, type FluidPool, SIX_DECIMALS } from "./state.ts";
import { bitsOf, fromBigNumber } from "./words.ts";

/** Prices of a pool: smallest units of token 1 for token 0, both of 12 decimals, times 10^27. */
export interface Prices {
  readonly center: bigint;
  readonly upper: bigint;
  readonly lower: bigint;
  readonly geometricMean: bigint;
  /** Whether a shift of the center price is over. */
  readonly isCenterShifted: boolean;
}

const THREE_DECIMALS = 1_000n;
const LARGE_PRICE = 10n ** 38n;
const E18 = 10n ** 18n;

/** Bit of `dexVariables2` that a shift of the center price is under way. */
export const CENTER_SHIFT_BIT = 248;

/** Fields of `dexVariables`. Prices: 32 bits with an exponent. */
export function variablesOf({ variables }: Pick<FluidPool, "variables">) {
  return {
    previousPrice: fromBigNumber(bitsOf(variables, 1, 40)),
    lastPrice: fromBigNumber(bitsOf(variables, 41, 40)),
    centerPrice: fromBigNumber(bitsOf(variables, 81, 40)),
    lastTime: bitsOf(variables, 121, 33),
  };
}

/** Number of the contract of the center price, by which its deployer made it; 0: none. */
export function centerNonceOf(config: bigint): bigint {
  return bitsOf(config, 112, 30);
}

/**
 * Center price and range of a pool at a time: as stored, or as the contract of the center price
 * says; both move towards new settings, and the center towards a price that stays near an end of
 * the range.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/poolT1/coreModule/helpers/coreHelpers.sol#L313
 */
export function pricesAt(state: FluidPool, timestamp: bigint): Prices {
  const { config } = state;
  const shifted = centerAt(state, timestamp);
  const percents = rangeAt(state, timestamp);
  const range = (center: bigint) => ({
    upper: (center * SIX_DECIMALS) / (SIX_DECIMALS - percents.upper),
    lower: (center * (SIX_DECIMALS - percents.lower)) / SIX_DECIMALS,
  });
  const rebalanced = rebalancedCenter(state, { ...range(shifted.center), ...shifted }, timestamp);
  const most = fromBigNumber(bitsOf(config, 172, 28));
  const least = fromBigNumber(bitsOf(config, 200, 28));
  const center = rebalanced > most ? most : rebalanced < least ? least : rebalanced;
  const { upper, lower } = range(center);
  const geometricMean = meanOf(upper, lower);
  return { center, upper, lower, geometricMean, isCenterShifted: shifted.isOver };
}

/** The geometric mean of the ends of a range, rounded down as the contracts do. */
export function meanOf(upper: bigint, lower: bigint): bigint {
  return upper < LARGE_PRICE
    ? sqrtDown(upper * lower)
    : sqrtDown((upper / E18) * (lower / E18)) * E18;
}

function centerAt(
  state: FluidPool,
  timestamp: bigint,
): { readonly center: bigint; readonly isOver: boolean } {
  const { config, centerShift, externalPrice: target } = state;
  const { centerPrice: old, lastTime } = variablesOf(state);
  if (bitsOf(config, CENTER_SHIFT_BIT, 1) === 0n) {
    return { center: centerNonceOf(config) === 0n ? old : target, isOver: false };
  }
  const start = bitsOf(centerShift, 0, 33);
  const percent = bitsOf(centerShift, 33, 20);
  const seconds = bitsOf(centerShift, 53, 20);
  const from = lastTime > start ? lastTime : start;
  const whole = seconds === 0n ? 1n : seconds * SIX_DECIMALS;
  const moved = (old * percent * (timestamp - from)) / whole;
  return towards(target, old, moved);
}

/** A center price that has moved from an old one to a target by an amount, at most to there. */
export function towards(
  target: bigint,
  old: bigint,
  moved: bigint,
): { readonly center: bigint; readonly isOver: boolean } {
  const reached = target > old ? old + moved : old > moved ? old - moved : 0n;
  const isOver = target > old ? target <= reached : target >= reached;
  return { center: isOver ? target : reached, isOver };
}

/** Distances of the ends of the range from the center, millionths. */
function rangeAt({ config, shifts }: FluidPool, timestamp: bigint) {
  const ends = { upper: bitsOf(config, 27, 20), lower: bitsOf(config, 47, 20) };
  if (bitsOf(config, 26, 1) === 0n) return ends;
  const [seconds, start] = [bitsOf(shifts, 40, 20), bitsOf(shifts, 60, 33)];
  if (start + seconds < timestamp) return ends;
  const passed = { passed: timestamp - start, seconds };
  return {
    upper: between(bitsOf(shifts, 0, 20), ends.upper, passed),
    lower: between(bitsOf(shifts, 20, 20), ends.lower, passed),
  };
}

/** Distances from the ends of the range at which the center moves, and how long that takes. */
function thresholdsAt({ config, shifts }: FluidPool, timestamp: bigint) {
  const set = {
    upper: bitsOf(config, 68, 10),
    lower: bitsOf(config, 78, 10),
    seconds: bitsOf(config, 88, 24),
  };
  if (bitsOf(config, 67, 1) === 0n) return set;
  const shift = shifts >> 128n;
  const [seconds, start] = [bitsOf(shift, 40, 20), bitsOf(shift, 60, 33)];
  if (start + seconds < timestamp) return set;
  const passed = { passed: timestamp - start, seconds };
  return {
    upper: between(bitsOf(shift, 0, 20), set.upper, passed),
    lower: between(bitsOf(shift, 20, 20), set.lower, passed),
    seconds: between(bitsOf(shift, 93, 24), set.seconds, passed),
  };
}

/** A setting on its way from an old value to the next one. */
export function between(
  old: bigint,
  next: bigint,
  { passed, seconds }: { readonly passed: bigint; readonly seconds: bigint },
): bigint {
  if (seconds === 0n) return next;
  return next > old
    ? old + ((next - old) * passed) / seconds
    : old - ((old - next) * passed) / seconds;
}

/** The center on its way to an end of the range that the last price was near to. */
function rebalancedCenter(
  state: FluidPool,
  range: Pick<Prices, "center" | "upper" | "lower">,
  timestamp: bigint,
): bigint {
  const { center, upper, lower } = range;
  if (bitsOf(state.config, 68, 20) === 0n) return center;
  const { lastPrice, lastTime } = variablesOf(state);
  const thresholds = thresholdsAt(state, timestamp);
  const passed = timestamp - lastTime;
  const above = ((upper - center) * (THREE_DECIMALS - thresholds.upper)) / THREE_DECIMALS;
  const below = ((center - lower) * (THREE_DECIMALS - thresholds.lower)) / THREE_DECIMALS;
  if (lastPrice > center + above) {
    if (passed >= thresholds.seconds) return upper;
    return center + ((upper - center) * passed) / thresholds.seconds;
  }
  if (lastPrice < center - below) {
    if (passed >= thresholds.seconds) return lower;
    return center - ((center - lower) * passed) / thresholds.seconds;
  }
  return center;
}

/** The inverse of a price. */
export function inverseOf(price: bigint): bigint {
  return (E27 * E27) / price;
}
