import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { keptHarness } from "../../contracts/build-harness.ts";

describe("keptHarness", () => {
  test("default: the committed codes are of the present sources", () => {
    const { file, key } = keptHarness();
    expect(JSON.parse(readFileSync(file, "utf8")).key).toBe(key);
  });
});
