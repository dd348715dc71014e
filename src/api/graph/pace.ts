import type { Chain } from "../../lib/chain.ts";
import type { Head } from "./heads.ts";

/** A block's place and time. */
type Timed = Pick<Head, "number" | "timestamp">;

/** Heads that the pace is measured from: those of some minutes, or of seconds on fast chains. */
export const PACE_HEADS = 64;
/** Part of the blocks with their parent's time from which on several are made in a second. */
const SHARING = 0.4;
/** Fewer tell less than what is known of the chain. */
const FEWEST_HEADS = 16;

/**
 * Seconds between blocks, as the headers before a block tell: the median of the last few, which one
 * late block does not move; their average where many share a second.
 *
 * @param heads Ascending; those behind a gap do not count.
 */
export function blockTimeOf(
  heads: readonly Timed[],
  chain: Pick<Chain, "blockTimeSeconds">,
): number {
  const recent = unbroken(heads);
  const [first, last] = [recent[0], recent.at(-1)];
  if (recent.length < FEWEST_HEADS || first === undefined || last === undefined) {
    return chain.blockTimeSeconds;
  }
  const steps = recent.slice(1).map(({ timestamp }, i) => timestamp - (recent[i]?.timestamp ?? 0));
  const sharing = steps.filter((step) => step === 0).length;
  if (sharing < steps.length * SHARING) {
    return steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? chain.blockTimeSeconds;
  }
  const average = (last.timestamp - first.timestamp) / steps.length;
  return average > 0 && average < 1 ? average : chain.blockTimeSeconds;
}

/**
 * Time of the block after the last of `heads`, seconds since the epoch: the block time later. Where
 * several blocks share a second, the same second until as many have it as make one.
 *
 * @param heads Ascending, at least one; with fewer than share a second, the last one's time may be
 *   told one second early.
 */
export function nextTimestamp(
  heads: readonly Timed[],
  chain: Pick<Chain, "blockTimeSeconds">,
): number {
  const last = heads.at(-1);
  if (last === undefined) throw new Error("no head to go on from");
  const blockTime = blockTimeOf(heads, chain);
  if (blockTime >= 1) return last.timestamp + Math.round(blockTime);
  const sharing = unbroken(heads).filter(({ timestamp }) => timestamp === last.timestamp).length;
  return sharing < Math.round(1 / blockTime) ? last.timestamp : last.timestamp + 1;
}

/** The last heads of which each follows the one before. */
function unbroken(heads: readonly Timed[]): readonly Timed[] {
  const recent = heads.slice(-PACE_HEADS);
  const gap = recent.findLastIndex(
    ({ number }, i) => number !== (recent[i - 1]?.number ?? number - 1) + 1,
  );
  return gap < 0 ? recent : recent.slice(gap);
}
