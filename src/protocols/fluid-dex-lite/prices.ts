import { between, meanOf, type Prices, towards } from "../fluid/prices.ts";
import { bitsOf, fromBigNumber } from "../fluid/words.ts";
import { CENTER_FIELDS, type DexLitePool, FIELDS, fieldOf, REBALANCING } from "./state.ts";

/** Prices of a pool, and which of its shifts a swap ends. */
export interface DexLitePrices extends Prices {
  readonly isRangeShifted: boolean;
  /** Distances of the ends of the range from the center, ten-thousandths. */
  readonly percents: Ends;
}

/** Of a range, or of the thresholds within it. */
export interface Ends {
  readonly upper: bigint;
  readonly lower: bigint;
}

/** Ends on their way to new ones, and whether they have come there. */
export interface ShiftingEnds extends Ends {
  readonly isOver: boolean;
}

const FOUR_DECIMALS = 10_000n;
const SIX_DECIMALS = 1_000_000n;
/** Prices beyond it do not fit the contract's products. */
const MOST_PRICE = 1n << 120n;

/** Number of the contract of the center price, by which its deployer made it; 0: none. */
export function centerNonceOf(variables: bigint): bigint {
  return fieldOf(variables, FIELDS.centerNonce);
}

/**
 * Center price and range of a pool at a time: as set, or as the contract of the center price says;
 * both move towards new settings, and the center towards an end of the range while the price is
 * near to it. Null where the contract cannot tell them, and nobody can trade.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dexLite/core/helpers.sol#L277
 */
export function pricesAt(pool: DexLitePool, timestamp: bigint): DexLitePrices | null {
  const found = centerAt(pool, timestamp);
  if (found === null || found.center <= 0n || found.center > MOST_PRICE) return null;
  const { upper: up, lower: down, isOver: isRangeShifted } = rangeAt(pool, timestamp);
  if (up >= FOUR_DECIMALS || down >= FOUR_DECIMALS) return null;
  const range = rangeOf(found.center, { upper: up, lower: down });
  const center = rebalanced(pool, { center: found.center, ...range }, timestamp);
  if (center === 0n) return null;
  const ends = rangeOf(center, { upper: up, lower: down });
  // Without a word of the center it moves, and the range stays.
  const { upper, lower } = pool.centerShift === 0n ? range : ends;
  return {
    ...{ center, upper, lower, geometricMean: meanOf(upper, lower) },
    ...{ isCenterShifted: found.isOver, isRangeShifted, percents: { upper: up, lower: down } },
  };
}

/** The ends of a range around a price. */
export function rangeOf(center: bigint, percents: Ends): Ends {
  return {
    upper: (center * FOUR_DECIMALS) / (FOUR_DECIMALS - percents.upper),
    lower: (center * (FOUR_DECIMALS - percents.lower)) / FOUR_DECIMALS,
  };
}

function centerAt(
  { variables, centerShift, externalPrice: target }: DexLitePool,
  timestamp: bigint,
): { readonly center: bigint; readonly isOver: boolean } | null {
  const old = fromBigNumber(fieldOf(variables, FIELDS.centerPrice));
  if (fieldOf(variables, FIELDS.isCenterShifting) === 0n) {
    return { center: centerNonceOf(variables) === 0n ? old : target, isOver: false };
  }
  const start = fieldOf(centerShift, CENTER_FIELDS.start);
  const lastTime = fieldOf(centerShift, CENTER_FIELDS.lastTime);
  const seconds = fieldOf(centerShift, CENTER_FIELDS.seconds);
  if (seconds === 0n || centerNonceOf(variables) === 0n) return null;
  const passed = timestamp - (lastTime > start ? lastTime : start);
  const percent = fieldOf(centerShift, CENTER_FIELDS.percent);
  return towards(target, old, (old * percent * passed) / (seconds * SIX_DECIMALS));
}

function rangeAt({ variables, rangeShift }: DexLitePool, timestamp: bigint): ShiftingEnds {
  const set = {
    upper: fieldOf(variables, FIELDS.upperPercent),
    lower: fieldOf(variables, FIELDS.lowerPercent),
  };
  const isShifting = fieldOf(variables, FIELDS.isRangeShifting) === 1n;
  return isShifting ? shifted(set, rangeShift, { bits: 14, timestamp }) : { ...set, isOver: false };
}

/** How near to the ends of the range the price may come before the center moves, percent. */
export function thresholdsAt(
  { variables, thresholdShift }: DexLitePool,
  timestamp: bigint,
): ShiftingEnds {
  const set = {
    upper: fieldOf(variables, FIELDS.upperThreshold),
    lower: fieldOf(variables, FIELDS.lowerThreshold),
  };
  const isShifting = fieldOf(variables, FIELDS.isThresholdShifting) === 1n;
  return isShifting
    ? shifted(set, thresholdShift, { bits: 7, timestamp })
    : { ...set, isOver: false };
}

/** Ends on their way to those that are set, from the old ones in a word of a shift. */
function shifted(
  set: Ends,
  shift: bigint,
  { bits, timestamp }: { readonly bits: number; readonly timestamp: bigint },
): ShiftingEnds {
  const [seconds, start] = [bitsOf(shift, 2 * bits, 20), bitsOf(shift, 2 * bits + 20, 33)];
  if (start + seconds < timestamp) return { ...set, isOver: true };
  const passed = { passed: timestamp - start, seconds };
  return {
    upper: between(bitsOf(shift, 0, bits), set.upper, passed),
    lower: between(bitsOf(shift, bits, bits), set.lower, passed),
    isOver: false,
  };
}

/** The center on its way to the end of the range that the last swaps left the price near to. */
function rebalanced(
  { variables, centerShift }: DexLitePool,
  { center, upper, lower }: Pick<Prices, "center" | "upper" | "lower">,
  timestamp: bigint,
): bigint {
  const status = fieldOf(variables, FIELDS.rebalancing);
  if (status < REBALANCING.upwards) return center;
  const seconds = fieldOf(centerShift, CENTER_FIELDS.shiftSeconds);
  const passed = timestamp - fieldOf(centerShift, CENTER_FIELDS.lastTime);
  const isThere = passed >= seconds;
  const moved =
    status === REBALANCING.upwards
      ? isThere
        ? upper
        : center + ((upper - center) * passed) / seconds
      : isThere
        ? lower
        : center - ((center - lower) * passed) / seconds;
  if (centerShift === 0n) return moved;
  const most = fromBigNumber(fieldOf(centerShift, CENTER_FIELDS.mostPrice));
  const least = fromBigNumber(fieldOf(centerShift, CENTER_FIELDS.leastPrice));
  return moved > most ? most : moved < least ? least : moved;
}
