import { headBlock } from "../schema.ts";
import type { LiveReading } from "./reader.ts";

/**
 * Tells whether another so many seconds since the epoch have begun with a block, which is so of the
 * first one that is indexed: whenever the process was started, the same blocks are read.
 */
export async function clockOf({
  context: { db },
  chain: { chainId },
  block: { number, timestamp },
}: LiveReading): Promise<(seconds: number) => boolean> {
  const before = await db.find(headBlock, { chainId, number: number - 1 });
  return (seconds) =>
    before === null || Math.floor(before.timestamp / seconds) < Math.floor(timestamp / seconds);
}
