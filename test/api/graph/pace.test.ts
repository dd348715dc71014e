import { describe, expect, test } from "vitest";
import { blockTimeOf, nextTimestamp } from "../../../src/api/graph/pace.ts";

/** Blocks at these times, numbered from 1. */
const at = (...timestamps: number[]) =>
  timestamps.map((timestamp, i) => ({ number: i + 1, timestamp }));
const every = (seconds: number, count: number, jump = 0) =>
  at(
    ...Array.from(
      { length: count },
      (_, i) => Math.floor(i * seconds) + (i > count / 2 ? jump : 0),
    ),
  );
const chain = { blockTimeSeconds: 12 };

describe("blockTimeOf", () => {
  test("default: as the headers tell", () => {
    expect(blockTimeOf(every(12, 40), { blockTimeSeconds: 2 })).toBe(12);
    expect(blockTimeOf(every(2, 40, 3_600), chain)).toBe(2);
    expect(blockTimeOf(every(0.2, 60), chain)).toBeCloseTo(0.2, 1);
    expect(blockTimeOf(every(0.45, 64), chain)).toBeCloseTo(0.45, 1);
  });

  test("behavior: a few headers tell nothing, nor do those of one time", () => {
    expect(blockTimeOf([], chain)).toBe(12);
    expect(blockTimeOf(every(2, 15), chain)).toBe(12);
    expect(blockTimeOf(every(0, 40), chain)).toBe(12);
    const gap = [...every(2, 40), { number: 90, timestamp: 999 }];
    expect(blockTimeOf(gap, chain)).toBe(12);
  });
});

describe("nextTimestamp", () => {
  test("default", () => {
    expect(nextTimestamp(every(12, 40), { blockTimeSeconds: 2 })).toBe(39 * 12 + 12);
    expect(nextTimestamp(at(50), chain)).toBe(62);
  });

  test.each([0.2, 0.25, 0.5])("behavior: blocks every %f s share a second", (seconds) => {
    const heads = every(seconds, 200);
    for (let n = 100; n < 199; n++) {
      expect(nextTimestamp(heads.slice(0, n), chain)).toBe(heads[n]?.timestamp);
    }
  });
});
