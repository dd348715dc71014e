import { describe, expect, test } from "vitest";
import { isDue } from "../../../src/catalog/live/reader.ts";

const dueOf = (secondsBetween: number, blockTimeSeconds: number) =>
  [100, 101, 102, 103, 104, 105].filter((number) =>
    isDue({ secondsBetween }, { number, firstNumber: 100, chain: { blockTimeSeconds } }),
  );

describe("isDue", () => {
  test("default: the first live block, then with at least so many seconds between", () => {
    expect(dueOf(5, 2)).toEqual([100, 103]);
    expect(dueOf(4, 2)).toEqual([100, 102, 104]);
  });

  test("behavior: every block where blocks are slower", () => {
    expect(dueOf(2, 12)).toEqual([100, 101, 102, 103, 104, 105]);
    expect(dueOf(0, 2)).toEqual([100, 101, 102, 103, 104, 105]);
  });
});
