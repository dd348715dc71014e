import type { Hex } from "viem";
import { binAfter, binStepOf, feeIn } from "../liquidity-book/bin-steps.ts";
import { type Bin, isFilled } from "../liquidity-book/bins.ts";
import { priceOfBin } from "../liquidity-book/price.ts";
import { added, taken } from "../liquidity-book/transitions.ts";
import { type FeePart, keptOf } from "./pool.ts";
import { feeWadOf } from "./steps.ts";

/** The part of a pool's row that logs change. */
export interface PoolChange extends Bin {
  readonly activeId: number;
  /** What all bins hold together. */
  readonly totalX: bigint;
  readonly totalY: bigint;
  readonly binsBlock: number;
  readonly updatedBlock: number;
}

/** What a bin holds, and whether trades come to it from others. */
export interface ListedBin extends Bin {
  readonly isListed: boolean;
}

/** A bin that a log was about. */
export interface BinChange {
  readonly id: number;
  readonly before: ListedBin;
  readonly after: ListedBin;
}

/** A bin as its row has it. */
export interface BinRow extends ListedBin {
  readonly leftX: bigint;
  readonly leftY: bigint;
}

/**
 * The row of a bin. What is in one that trades do not come to counts only while they begin there.
 */
export function binRow(bin: ListedBin, isActive: boolean): BinRow {
  if (isActive || bin.isListed) return { ...bin, leftX: 0n, leftY: 0n };
  const { reserveX: leftX, reserveY: leftY, isListed } = bin;
  return { reserveX: 0n, reserveY: 0n, isListed, leftX, leftY };
}

/** The bin of a row. */
export function binOfRow({ reserveX, reserveY, isListed, leftX, leftY }: BinRow): ListedBin {
  return { reserveX: reserveX + leftX, reserveY: reserveY + leftY, isListed };
}

/** A bin that nobody has used. */
export const UNUSED_BIN: ListedBin = { reserveX: 0n, reserveY: 0n, isListed: false };

/** Shares of a bin that nobody gets; with these alone trades pass it. */
const MINIMUM_SHARE = 1_000n;
/**
 * More than what they stand for, smallest unit: a bin has no fewer shares than units at the lowest
 * price, which fees have multiplied.
 */
const MOST_LEFT = 1_000_000n;

/** What a bin holds after a deposit, by which it is listed. */
export function deposited(bin: ListedBin, amounts: Bin): ListedBin {
  return { ...added(bin, amounts), isListed: true };
}

/** What a bin holds after somebody gave something to its providers. */
export function donated(bin: ListedBin, amounts: Bin): ListedBin {
  return { ...added(bin, amounts), isListed: bin.isListed };
}

/**
 * What a bin holds after a withdrawal.
 *
 * @param shares That it has at the end of the block; null where they need not be known.
 */
export function withdrawn(bin: ListedBin, amounts: Bin, shares: bigint | null): ListedBin {
  const isListed = shares === null ? bin.isListed : shares > MINIMUM_SHARE;
  return { ...taken(bin, amounts), isListed };
}

/** Whether a withdrawal may have left what nobody gets alone. */
export function mayBeLeft({ reserveX, reserveY }: Bin): boolean {
  return reserveX < MOST_LEFT && reserveY < MOST_LEFT;
}

/** A swap as its log tells it. */
export interface Swapped extends FeePart {
  readonly swapForY: boolean;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** Basis points. */
  readonly binStep: number;
}

/**
 * What a swap did to the bins that it came to, whose log tells the sums over them: each but the
 * last was emptied of what was bought, and the last got and paid what is left. Its fee is the same
 * whether the input was given or the output.
 *
 * @param bins From the active one on to that where the swap ended.
 */
export function swappedBins(
  { swapForY, amountIn, amountOut, binStep, ...ofProtocol }: Swapped,
  bins: readonly (ListedBin & { readonly id: number })[],
): readonly BinChange[] {
  const feeWad = feeWadOf(ofProtocol.feePips);
  const changes: BinChange[] = [];
  let [restIn, restOut] = [amountIn, amountOut];
  for (const [at, { id, ...before }] of bins.entries()) {
    const price = priceOfBin(id, binStep);
    if ((swapForY ? before.reserveY : before.reserveX) === 0n || price === 0n) {
      changes.push({ id, before, after: before });
      continue;
    }
    const step = binStepOf({ id, bin: before, price, feeWad, swapForY });
    const part =
      at < bins.length - 1
        ? { amountIn: step.amountIn, amountOut: step.reserveOut, fee: step.fee }
        : { amountIn: restIn, amountOut: restOut, fee: feeIn(restIn, feeWad) };
    [restIn, restOut] = [restIn - part.amountIn, restOut - part.amountOut];
    const kept = keptOf(part, ofProtocol);
    const after = binAfter(before, { kept, amountOut: part.amountOut, swapForY });
    changes.push({ id, before, after: { ...after, isListed: before.isListed } });
  }
  return changes;
}

/**
 * The pool after what some of its bins hold has changed.
 *
 * @param activeId After it.
 */
export function binsChanged(
  pool: PoolChange,
  changes: readonly BinChange[],
  { activeId, block }: { readonly activeId: number; readonly block: number },
): PoolChange {
  const { reserveX, reserveY } = changes.findLast(({ id }) => id === activeId)?.after ?? pool;
  const isOfActive = changes.every(({ id, before, after }) => {
    const isKept = isFilled(before) && before.isListed === after.isListed;
    return id === pool.activeId && isKept;
  });
  const moved = (of: (bin: Bin) => bigint) =>
    changes.reduce((all, { id, before, after }) => {
      const counted = of(binRow(after, id === activeId));
      return all + counted - of(binRow(before, id === pool.activeId));
    }, 0n);
  return {
    ...{ activeId, reserveX, reserveY },
    totalX: pool.totalX + moved((bin) => bin.reserveX),
    totalY: pool.totalY + moved((bin) => bin.reserveY),
    binsBlock: isOfActive && activeId === pool.activeId ? pool.binsBlock : block,
    updatedBlock: block,
  };
}

/** The bin step in a pool's parameters. */
export function binStepIn(parameters: Hex): number {
  return Number((BigInt(parameters) >> BIN_STEP_SHIFT) & 0xffffn);
}

/** @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-bin/libraries/BinPoolParametersHelper.sol */
const BIN_STEP_SHIFT = 16n;
