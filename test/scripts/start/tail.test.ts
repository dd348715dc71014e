import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { followLines } from "../../../scripts/start/tail.ts";

let file = "";
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), "weir-tail-")), "log");
  writeFileSync(file, "");
});
afterEach(() => {
  rmSync(join(file, ".."), { recursive: true });
});

describe("followLines", () => {
  test("default", async () => {
    const lines: string[] = [];
    const tail = followLines(file, (line) => lines.push(line));
    appendFileSync(file, "one\ntw");
    await expect.poll(() => lines).toEqual(["one"]);
    appendFileSync(file, "o\nthree\n");
    await expect.poll(() => lines).toEqual(["one", "two", "three"]);
    tail.end();
  });

  test("behavior: the end reads what is left", () => {
    const lines: string[] = [];
    const tail = followLines(file, (line) => lines.push(line));
    appendFileSync(file, "one\nunfinished");
    tail.end();
    expect(lines).toEqual(["one", "unfinished"]);
  });

  test("behavior: lines and letters longer than a chunk", () => {
    const lines: string[] = [];
    const long = "ü".repeat(100_001);
    appendFileSync(file, `x${long}\n${long}\n`);
    followLines(file, (line) => lines.push(line)).end();
    expect(lines).toEqual([`x${long}`, long]);
  });
});
