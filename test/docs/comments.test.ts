import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const FOLDERS = ["abis", "bench", "devnet", "indexer", "scripts", "src", "test", "web/src"];
/** As that of the code, which the formatter keeps. */
const WIDTH = 100;

const isComment = (line: string): boolean => /^\s*(\/\/|\/\*\*|\*) /.test(line);
/** Links and what a tool reads are not broken. */
const isWhole = (line: string): boolean => /https?:|biome-ignore/.test(line);

describe("comments", () => {
  test(`behavior: lines of at most ${WIDTH} characters`, () => {
    const files = FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
        .map((name) => join(folder, name)),
    );
    const long = files.flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .flatMap((line, at) =>
          line.length > WIDTH && isComment(line) && !isWhole(line) ? [`${file}:${at + 1}`] : [],
        ),
    );
    expect(files.length).toBeGreaterThan(1_000);
    expect(long).toEqual([]);
  });
});
