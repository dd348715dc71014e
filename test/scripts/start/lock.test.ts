import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { takeLock } from "../../../scripts/start/lock.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "weir-lock-"));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe("takeLock", () => {
  test("default", () => {
    const file = join(directory, "deep/er/start.lock");
    const release = takeLock(file);
    expect(readFileSync(file, "utf8")).toBe(`${process.pid}\n`);
    release();
    expect(existsSync(file)).toBe(false);
  });

  test("behavior: the lock of a dead process is taken over", () => {
    const file = join(directory, "start.lock");
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    writeFileSync(file, `${pid}\n`);
    takeLock(file);
    expect(readFileSync(file, "utf8")).toBe(`${process.pid}\n`);
  });

  test("behavior: an empty lock is taken over", () => {
    const file = join(directory, "start.lock");
    writeFileSync(file, "");
    takeLock(file);
    expect(readFileSync(file, "utf8")).toBe(`${process.pid}\n`);
  });

  test.skipIf(process.platform !== "linux")(
    "behavior: a process id that something else got since is no holder",
    () => {
      const file = join(directory, "start.lock");
      writeFileSync(file, "1\n");
      takeLock(file);
      expect(readFileSync(file, "utf8")).toBe(`${process.pid}\n`);
    },
  );

  test("error: another start holds it", () => {
    const file = join(directory, "start.lock");
    const script = join(directory, "start.ts");
    writeFileSync(script, "setInterval(() => {}, 1000);");
    const holder = spawn(process.execPath, [script]);
    try {
      writeFileSync(file, `${holder.pid}\n`);
      expect(() => takeLock(file)).toThrow(
        `already runs from this directory (process ${holder.pid}`,
      );
      expect(readFileSync(file, "utf8")).toBe(`${holder.pid}\n`);
    } finally {
      holder.kill("SIGKILL");
    }
  });
});
