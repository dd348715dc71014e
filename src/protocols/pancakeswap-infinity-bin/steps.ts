import { MAX_UINT128 } from "../../lib/math.ts";
import {
  type BinStep,
  type BinsOfPool,
  binStepOf,
  binsOf,
  lazily,
  type Steps,
} from "../liquidity-book/bin-steps.ts";
import { isFilled } from "../liquidity-book/bins.ts";
import { priceOfBin, SCALE_OFFSET } from "../liquidity-book/price.ts";
import { MAX_BINS } from "../liquidity-book/steps.ts";

/**
 * Most that a bin may hold, in units of Y as Q128.128.
 *
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-bin/libraries/Constants.sol
 */
const MAX_LIQUIDITY_PER_BIN =
  65251743116719673010965625540244653191619923014385985379600384103134737n;

/** A millionth, part of 10^18. */
const WAD_OF_PIP = 10n ** 12n;

/** A pool's bins, and what trades of a direction pay. */
export interface PricedBins extends BinsOfPool {
  /** Basis points. */
  readonly binStep: number;
  /** Of X in and of Y in, hundredths of a basis point, the protocol's part included. */
  readonly feesPips: readonly [ofX: number, ofY: number];
}

type Known = Steps<BinStep>;

/** By state and direction: all quotes of a block ask for the same. */
const known = { forY: new WeakMap<PricedBins, Known>(), forX: new WeakMap<PricedBins, Known>() };

/** The n-th bin that a trade comes to; undefined behind the last. */
export function stepAt(state: PricedBins, swapForY: boolean): (n: number) => BinStep | undefined {
  const kept = swapForY ? known.forY : known.forX;
  let found = kept.get(state);
  if (found === undefined) {
    found = { steps: [], rest: stepsOf(state, swapForY) };
    kept.set(state, found);
  }
  return lazily(found);
}

/** A fee in hundredths of a basis point as a part of 10^18. */
export function feeWadOf(pips: number): bigint {
  return BigInt(pips) * WAD_OF_PIP;
}

/**
 * The bins that hold what is bought, from the active one on; none from which the contract reverts.
 */
function* stepsOf(state: PricedBins, swapForY: boolean): Generator<BinStep, void> {
  const feeWad = feeWadOf(state.feesPips[swapForY ? 0 : 1]);
  let count = 0;
  for (const [id, bin] of binsOf(state, swapForY)) {
    if (!isFilled(bin) || (swapForY ? bin.reserveY : bin.reserveX) === 0n) continue;
    if (++count > MAX_BINS) return;
    const price = priceOfBin(id, state.binStep);
    if (price === 0n) return;
    const step = binStepOf({ id, bin, price, feeWad, swapForY });
    if (!takesAll(step, swapForY)) return;
    yield step;
  }
}

/**
 * Whether the bin may hold what empties it. A part of that leaves it as much worth, but for a unit
 * of what is bought by rounding.
 */
function takesAll({ bin, price, amountIn, reserveOut }: BinStep, swapForY: boolean): boolean {
  const held = (swapForY ? bin.reserveX : bin.reserveY) + amountIn;
  if (held > MAX_UINT128) return false;
  const inY = (x: bigint, y: bigint) => price * x + (y << SCALE_OFFSET);
  const after = swapForY ? inY(held, 1n) : inY(1n, held);
  const before = swapForY ? inY(bin.reserveX, reserveOut + 1n) : inY(reserveOut + 1n, bin.reserveY);
  return after <= MAX_LIQUIDITY_PER_BIN && before <= MAX_LIQUIDITY_PER_BIN;
}
