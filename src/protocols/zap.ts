import { lastWhere } from "../lib/last-where.ts";
import { max } from "../lib/math.ts";
import { shareX64, takeShare } from "./operation.ts";

/** What becomes of a deposit of which a part is swapped for the pool's other token first. */
export interface Zapped<Q> {
  readonly quote: Q;
  /** Smallest unit of the share. */
  readonly minted: bigint;
}

/** Parts beside the crossing that rounding can make better: what is minted is rounded thrice. */
const BESIDE = 3n;

/**
 * The part of a deposit to swap of which most is minted, to what a unit of the deposit mints, as
 * the program's 0.64 fixed-point share; null where no part works.
 *
 * Swapping more leaves less of tokenIn and brings more of the other token, and the one of which
 * there is less for the pool decides: the best part is where the two cross.
 *
 * @param guess Where they cross about, smallest unit of tokenIn.
 * @param on.isShort Whether of a part the other token is what there is less of; true for small
 *   parts, false for large ones.
 * @param on.zap What becomes of a part; null where that fails.
 */
export function bestZap<Q>(
  amountIn: bigint,
  guess: bigint,
  on: {
    readonly isShort: (part: bigint) => boolean;
    readonly zap: (part: bigint) => Zapped<Q> | null;
  },
): { readonly shareX64: bigint; readonly quote: Q } | null {
  const crossing = lastWhere(amountIn, guess, on.isShort);
  const shares = new Set<bigint>();
  for (let part = max(crossing - BESIDE, 1n); part <= crossing + BESIDE; part++) {
    // One more, as the share is rounded down and so is what is taken for it. Of large amounts a
    // share takes more than a unit more than the one before.
    const share = part < amountIn ? shareX64(part, amountIn) + 1n : 0n;
    for (const each of [share - 1n, share, share + 1n]) if (each > 0n) shares.add(each);
  }
  let best: { readonly shareX64: bigint; readonly quote: Q; readonly minted: bigint } | null = null;
  for (const share of shares) {
    const part = takeShare(amountIn, share);
    const zapped = part > 0n && part < amountIn ? on.zap(part) : null;
    if (zapped === null || zapped.minted <= (best?.minted ?? 0n)) continue;
    best = { shareX64: share, ...zapped };
  }
  return best;
}
