/** A block as the search sees it. */
export interface TimedBlock {
  readonly number: number;
  /** Seconds since the epoch; not before that of the block before. */
  readonly timestamp: number;
}

/**
 * The newest block that is not later than a time.
 *
 * Looks where the block would be if blocks came evenly, and every other time in the middle, so that
 * a chain that stood still costs twice the looks of a bisection at the most, and an even one few.
 *
 * @param timestamp Seconds since the epoch; not before `first`, before `last`.
 * @param bounds The blocks between which it is.
 * @param read The block of a number between the bounds.
 */
export async function newestBlockUpTo<B extends TimedBlock>(
  timestamp: number,
  { first, last }: { readonly first: B; readonly last: B },
  read: (number: number) => Promise<B>,
): Promise<B> {
  let [low, high] = [first, last];
  for (let look = 0; high.number - low.number > 1; look++) {
    const span = high.number - low.number;
    const part = (timestamp - low.timestamp) / (high.timestamp - low.timestamp);
    const even = low.number + Math.floor(part * span);
    const middle = low.number + (span >> 1);
    const guess = look % 2 === 0 ? even : middle;
    const block = await read(Math.min(Math.max(guess, low.number + 1), high.number - 1));
    if (block.timestamp <= timestamp) low = block;
    else high = block;
  }
  return low;
}
