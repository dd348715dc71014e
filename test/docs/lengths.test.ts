import { describe, expect, test } from "vitest";
import { handWritten } from "./hand-written.ts";

/** Longer files hold more than one thing; CONTRIBUTING.md says so. */
const MOST_LINES = 300;
/** Copied of contracts, function by function: they grow with what is called. */
const isAbi = (path: string): boolean => path.startsWith("abis/");

describe("files", () => {
  test(`behavior: at most ${MOST_LINES} lines, tests included`, () => {
    const files = handWritten().filter(({ path }) => !isAbi(path));
    const long = files.flatMap(({ path, lines }) =>
      lines.length > MOST_LINES ? [`${path}: ${lines.length}`] : [],
    );
    for (const folder of ["src/", "test/", "devnet/", "scripts/", "web/src/", "contracts/"]) {
      expect(files.some(({ path }) => path.startsWith(folder))).toBe(true);
    }
    expect(files.length).toBeGreaterThan(1_000);
    expect(long).toEqual([]);
  });
});
