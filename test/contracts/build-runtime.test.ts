import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { HARNESS, keptRuntime, LENS } from "../../contracts/build-runtime.ts";

describe("keptRuntime", () => {
  test.each([HARNESS, LENS])("default: the committed codes are of the sources in $folder", (of) => {
    const { file, key } = keptRuntime(of);
    expect(JSON.parse(readFileSync(file, "utf8")).key).toBe(key);
  });
});
