import { divUp, min } from "../../lib/math.ts";
import { type Bin, type BinTable, EMPTY_BIN, placeOf } from "./bins.ts";
import { SCALE_OFFSET } from "./price.ts";
import { PRECISION } from "./volatility.ts";

/** A bin as a trade finds it. */
export interface BinStep {
  readonly id: number;
  readonly bin: Bin;
  /** Of what is bought, smallest unit. */
  readonly reserveOut: bigint;
  /** Y for X, Q128.128. */
  readonly price: bigint;
  /** Part of 10^18. */
  readonly feeWad: bigint;
  /** What empties the bin, fee included, smallest unit. */
  readonly amountIn: bigint;
  /** The fee in it. */
  readonly fee: bigint;
}

/** What a trade does in one bin. */
export interface Part {
  /** Fee included. */
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly fee: bigint;
}

/** The bins of a pool, whatever its family. */
export interface BinsOfPool {
  readonly activeId: number;
  readonly bins: BinTable;
  readonly changed: ReadonlyMap<number, Bin>;
}

const ONE = 1n << SCALE_OFFSET;

/** What empties a bin in a direction. */
export function binStepOf({
  swapForY,
  ...at
}: Pick<BinStep, "id" | "bin" | "price" | "feeWad"> & { readonly swapForY: boolean }): BinStep {
  const { bin, price, feeWad } = at;
  const reserveOut = swapForY ? bin.reserveY : bin.reserveX;
  const whole = swapForY
    ? divUp(reserveOut << SCALE_OFFSET, price)
    : divUp(reserveOut * price, ONE);
  const fee = divUp(whole * feeWad, PRECISION - feeWad);
  return { ...at, reserveOut, amountIn: whole + fee, fee };
}

/**
 * What a bin takes and pays of an input.
 *
 * @see https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/libraries/BinHelper.sol `getAmounts`
 */
export function partOf(step: BinStep, swapForY: boolean, amountIn: bigint): Part {
  const { price, feeWad, reserveOut } = step;
  if (amountIn >= step.amountIn) {
    return { amountIn: step.amountIn, amountOut: reserveOut, fee: step.fee };
  }
  const fee = feeIn(amountIn, feeWad);
  const sold = amountIn - fee;
  const bought = swapForY ? (sold * price) >> SCALE_OFFSET : (sold << SCALE_OFFSET) / price;
  return { amountIn, amountOut: min(bought, reserveOut), fee };
}

/** The fee in an amount, part of 10^18, rounded up. */
export function feeIn(amountIn: bigint, feeWad: bigint): bigint {
  return (amountIn * feeWad + PRECISION - 1n) / PRECISION;
}

/** The active bin and those behind it in the direction of a trade. */
export function* binsOf(
  { activeId, bins: table, changed }: BinsOfPool,
  swapForY: boolean,
): Generator<readonly [number, Bin]> {
  const place = placeOf(table, activeId);
  const isListed = table.ids[place] === activeId;
  const listed = isListed ? table.bins[place] : undefined;
  yield [activeId, changed.get(activeId) ?? listed ?? EMPTY_BIN];
  const onward = swapForY ? -1 : 1;
  for (let at = swapForY ? place - 1 : isListed ? place + 1 : place; ; at += onward) {
    const [id, bin] = [table.ids[at], table.bins[at]];
    if (id === undefined || bin === undefined) return;
    yield [id, changed.get(id) ?? bin];
  }
}
