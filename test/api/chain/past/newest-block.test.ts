import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newestBlockUpTo, type TimedBlock } from "../../../../src/api/chain/past/newest-block.ts";

/** Blocks with these seconds between them, and a reader that counts. */
function chainOf(gaps: readonly number[]) {
  const blocks: TimedBlock[] = [{ number: 100, timestamp: 1_000 }];
  for (const gap of gaps) {
    const { number, timestamp } = blocks.at(-1) ?? { number: 0, timestamp: 0 };
    blocks.push({ number: number + 1, timestamp: timestamp + gap });
  }
  let reads = 0;
  const read = async (number: number): Promise<TimedBlock> => {
    reads += 1;
    return blocks[number - 100] as TimedBlock;
  };
  const bounds = { first: blocks[0] as TimedBlock, last: blocks.at(-1) as TimedBlock };
  return { blocks, bounds, read, reads: () => reads };
}

describe("newestBlockUpTo", () => {
  test("default: the newest block not later than any time of any chain", async () => {
    // Chains with blocks of the same second, and ones that stood still.
    const gap = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 }), fc.constant(100_000));
    await fc.assert(
      fc.asyncProperty(
        fc.array(gap, { minLength: 2, maxLength: 60 }),
        fc.nat(),
        async (gaps, n) => {
          const { blocks, bounds, read } = chainOf([...gaps, 5]);
          const span = bounds.last.timestamp - bounds.first.timestamp;
          const timestamp = bounds.first.timestamp + (n % span);
          const wanted = blocks.findLast((block) => block.timestamp <= timestamp);
          expect(await newestBlockUpTo(timestamp, bounds, read)).toEqual(wanted);
        },
      ),
    );
  });

  test("behavior: an even chain of a million blocks takes a few looks", async () => {
    let reads = 0;
    const block = (number: number): TimedBlock => ({ number, timestamp: 12 * number });
    const read = async (number: number) => {
      reads += 1;
      return block(number);
    };
    const bounds = { first: block(0), last: block(1_000_000) };
    expect(await newestBlockUpTo(5_000_003, bounds, read)).toEqual(block(416_666));
    expect(reads).toBeLessThan(8);
  });

  test("behavior: a chain that stood still takes at most twice the looks of a bisection", async () => {
    const { bounds, read, reads, blocks } = chainOf([...Array(2_000).fill(1), 10_000_000, 1]);
    expect(await newestBlockUpTo(1_500, bounds, read)).toEqual(blocks[500]);
    expect(reads()).toBeLessThanOrEqual(2 * 11);
  });
});
