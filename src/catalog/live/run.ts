import type { States } from "./states.ts";

/**
 * How far behind the newest block a run may begin to read: its next blocks take it there, while the
 * newest one itself may move on for ever.
 */
const NEAR_BLOCKS = 32;

/** Which blocks of a chain one run of the indexer takes for live. */
export interface LiveRun {
  /**
   * Whether a block is live: read, and listed in `head_block`.
   *
   * @param follows Whether the block before it is listed.
   */
  isLive(number: number, follows: boolean): Promise<boolean>;
  /** Goes on with a block after `number` whose state the node will have for a while. */
  resumeAfter(number: number): Promise<void>;
}

/**
 * Live blocks begin near the newest one, whatever was made while a backfill took its time, and
 * every later run goes on where the list ends: a restart takes back what is not final, and what it
 * indexes again is as live as it was. They begin anew near the newest block where a run does not
 * find their end, which is further back than it looks; and with one whose state the node will have
 * for a while, where that was dropped.
 *
 * @param start The newest block at the start of the run.
 * @param newest Asks the node for its newest block.
 * @param onDropped Called with the first block whose state was dropped, and the next live one.
 */
export function createLiveRun(
  { start, newest }: { readonly start: number; readonly newest: () => Promise<number> },
  states: Pick<States, "firstLasting">,
  onDropped: (first: number, next: number) => void,
): LiveRun {
  /** First live block; null as long as none was found. */
  let from: number | null = null;
  /** The newest block as far as is known. */
  let head = start;
  return {
    async isLive(number, follows) {
      if (from === null) {
        if (number < head && !follows) return false;
        if (!follows) {
          const now = await newest();
          if (number + NEAR_BLOCKS < now) {
            head = now;
            return false;
          }
        }
        from = await states.firstLasting(number);
        if (from > number) onDropped(number, from);
      }
      return number >= from;
    },
    async resumeAfter(number) {
      from = await states.firstLasting(number + 1);
      onDropped(number, from);
    },
  };
}
