import { describe, expect, test } from "vitest";
import { handWritten } from "./hand-written.ts";

/** As that of the code, which the formatter keeps. */
const WIDTH = 100;

const isComment = (line: string): boolean => /^\s*(\/\/|\/\*\*|\*) /.test(line);
/** Links and what a tool reads are not broken. */
const isWhole = (line: string): boolean => /https?:|biome-ignore/.test(line);

describe("comments", () => {
  test(`behavior: lines of at most ${WIDTH} characters`, () => {
    const files = handWritten();
    const long = files.flatMap(({ path, lines }) =>
      lines.flatMap((line, at) =>
        line.length > WIDTH && isComment(line) && !isWhole(line) ? [`${path}:${at + 1}`] : [],
      ),
    );
    expect(files.length).toBeGreaterThan(1_000);
    expect(long).toEqual([]);
  });
});
