import type { States } from "./states.ts";

/** Which blocks of a chain one run of the indexer takes for live. */
export interface LiveRun {
  /**
   * Whether a block is live: read, and listed in `head_block`.
   *
   * @param follows Whether the block before it is listed.
   */
  isLive(number: number, follows: boolean): Promise<boolean>;
  /** Goes on with the first block after `number` whose state the node has. */
  resumeAfter(number: number): Promise<void>;
}

/**
 * Live blocks begin with the newest one at the start of the first run, and every later run goes on
 * where the list ends: a restart takes back what is not final, and what it indexes again is as live
 * as it was. They begin anew with the newest block at the start of a run that does not find their
 * end, which is further back than it looks; and with the first whose state the node has, where that
 * was dropped.
 *
 * @param head The newest block at the start of the run.
 * @param onDropped Called with the first block whose state was dropped, and the next live one.
 */
export function createLiveRun(
  head: number,
  states: Pick<States, "firstKept">,
  onDropped: (first: number, next: number) => void,
): LiveRun {
  /** First live block; null as long as none was found. */
  let from: number | null = null;
  return {
    async isLive(number, follows) {
      if (from === null) {
        if (number < head && !follows) return false;
        from = await states.firstKept(number);
        if (from > number) onDropped(number, from);
      }
      return number >= from;
    },
    async resumeAfter(number) {
      from = await states.firstKept(number + 1);
      onDropped(number, from);
    },
  };
}
