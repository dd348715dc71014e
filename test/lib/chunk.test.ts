import { describe, expect, test } from "vitest";
import { chunk } from "../../src/lib/chunk.ts";

describe("chunk", () => {
  test("default", () => {
    expect(chunk([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  });

  test("behavior: nothing gives no chunk", () => {
    expect(chunk([], 3)).toEqual([]);
  });

  test("behavior: a full last chunk is not followed by an empty one", () => {
    expect(chunk([1, 2, 3, 4], 2)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});
