import type { Stair } from "../../lib/curves/staircase.ts";
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

/** What a trade has done in the bins that it came to. */
export interface Walk<S extends BinStep> {
  readonly amountOut: bigint;
  /** The bins, of which the last is the active one from then on. */
  readonly count: number;
  readonly last: S;
  readonly changed: ReadonlyMap<number, Bin>;
}

/**
 * Trades an input bin by bin; a reason where the bins would not take it in full, or pay nothing.
 *
 * @param step The n-th bin that the trade comes to; undefined behind the last.
 * @param keptOf What is left in a bin of what it is paid.
 */
export function walk<S extends BinStep>(
  { changed }: Pick<BinsOfPool, "changed">,
  step: (n: number) => S | undefined,
  trade: {
    readonly swapForY: boolean;
    readonly amountIn: bigint;
    readonly keptOf: (part: Part) => bigint;
  },
): Walk<S> | "amount-too-small" | "insufficient-liquidity" {
  const { swapForY, amountIn, keptOf } = trade;
  const after = new Map(changed);
  let [rest, amountOut, count] = [amountIn, 0n, 0];
  let last: S | undefined;
  while (rest > 0n) {
    last = step(count);
    if (last === undefined) return "insufficient-liquidity";
    const part = partOf(last, swapForY, rest);
    rest -= part.amountIn;
    amountOut += part.amountOut;
    const paid = { kept: keptOf(part), amountOut: part.amountOut, swapForY };
    after.set(last.id, binAfter(last.bin, paid));
    count++;
  }
  if (amountOut === 0n || last === undefined) return "amount-too-small";
  return { amountOut, count, last, changed: after };
}

/** A bin after a trade in it. */
export function binAfter(
  { reserveX, reserveY }: Bin,
  {
    kept,
    amountOut,
    swapForY,
  }: {
    /** What is left in it of what it was paid. */
    readonly kept: bigint;
    readonly amountOut: bigint;
    readonly swapForY: boolean;
  },
): Bin {
  return swapForY
    ? { reserveX: reserveX + kept, reserveY: reserveY - amountOut }
    : { reserveX: reserveX - amountOut, reserveY: reserveY + kept };
}

/** What empties all bins that a trade comes to. */
export function inputOfAll(step: (n: number) => BinStep | undefined): bigint {
  let sum = 0n;
  for (const { amountIn } of all(step)) sum += amountIn;
  return sum;
}

/** The bins as stairs of a curve. */
export function stairsOf(step: (n: number) => BinStep | undefined): readonly Stair[] {
  return Array.from(all(step), ({ amountIn, reserveOut }) => {
    const length = Number(amountIn);
    return { length, rate: Number(reserveOut) / length };
  });
}

function* all(step: (n: number) => BinStep | undefined): Generator<BinStep> {
  for (let n = 0; ; n++) {
    const next = step(n);
    if (next === undefined) return;
    yield next;
  }
}

/** The n-th of what an iterator gives, asked for as far as somebody needs it; undefined behind. */
export function lazily<S>({ steps, rest }: Steps<S>): (n: number) => S | undefined {
  return (n) => {
    while (steps.length <= n) {
      const next = rest.next();
      if (next.done === true) return undefined;
      steps.push(next.value);
    }
    return steps[n];
  };
}

/** What the bins of a state come to, as far as somebody asked. */
export interface Steps<S> {
  readonly steps: S[];
  readonly rest: Iterator<S, void>;
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
