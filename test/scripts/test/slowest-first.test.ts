import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SLOWEST, slowestFirst } from "../../../scripts/test/slowest-first.ts";

const root = join(import.meta.dirname, "../../..");

describe("SLOWEST", () => {
  test("default: files that are there, each once", () => {
    expect(new Set(SLOWEST).size).toBe(SLOWEST.length);
    for (const file of SLOWEST) expect(existsSync(join(root, file)), file).toBe(true);
  });
});

describe("slowestFirst", () => {
  test("default", () => {
    const [first = "", second = ""] = SLOWEST;
    const files = ["test/b.ts", second, "test/a.ts", first].map((file) => join(root, file));
    expect(slowestFirst(files, { root, pathOf: (file) => file })).toEqual(
      [first, second, "test/b.ts", "test/a.ts"].map((file) => join(root, file)),
    );
  });
});
