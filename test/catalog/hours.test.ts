import { describe, expect, test } from "vitest";
import { hourOf } from "../../src/catalog/hours.ts";

describe("hourOf", () => {
  test.each([
    [0n, 0],
    [3_599n, 0],
    [3_600n, 3_600],
    [1_767_226_152n, 1_767_225_600],
  ])("default: %d", (timestamp, hour) => {
    expect(hourOf(timestamp)).toBe(hour);
  });
});
