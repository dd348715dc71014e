import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withLock } from "../../devnet/lock.ts";

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "weir-lock-"));
  file = join(directory, "lock");
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe("withLock", () => {
  test("default", async () => {
    let inside = 0;
    let most = 0;
    const task = async () => {
      inside++;
      most = Math.max(most, inside);
      await sleep(20);
      inside--;
    };
    await Promise.all([withLock(file, task), withLock(file, task), withLock(file, task)]);
    expect(most).toBe(1);
    expect(existsSync(file)).toBe(false);
  });

  test("behavior: takes over the lock of a process that has ended", async () => {
    // Above the largest process id of Linux.
    writeFileSync(file, "4194305");
    expect(await withLock(file, async () => "done")).toBe("done");
  });

  test("behavior: releases the lock when the task fails", async () => {
    await expect(withLock(file, () => Promise.reject(new Error("broken")))).rejects.toThrow(
      "broken",
    );
    expect(await withLock(file, async () => "next")).toBe("next");
  });
});
