import { describe, expect, test } from "vitest";
import { isDue } from "../../../src/catalog/live/reader.ts";

const dueOf = (secondsBetween: number, blockTimeSeconds: number) =>
  [100, 101, 102, 103, 104, 105, 106].filter((number) =>
    isDue({ secondsBetween }, { number, isFirst: number === 100, chain: { blockTimeSeconds } }),
  );

describe("isDue", () => {
  test("default: the first live block, then the same blocks wherever that was", () => {
    expect(dueOf(5, 2)).toEqual([100, 102, 105]);
    expect(dueOf(4, 2)).toEqual([100, 102, 104, 106]);
  });

  test("behavior: every block where blocks are slower", () => {
    expect(dueOf(2, 12)).toEqual([100, 101, 102, 103, 104, 105, 106]);
    expect(dueOf(0, 2)).toEqual([100, 101, 102, 103, 104, 105, 106]);
  });
});
