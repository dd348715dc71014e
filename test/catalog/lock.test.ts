import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DirectoryLockedError, lockDirectory } from "../../src/catalog/lock.ts";

let root: string;
let directory: string;
let file: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "weir-lock-"));
  directory = join(root, "data", "pglite");
  file = join(root, "data", "pglite.lock");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const MODULE = join(import.meta.dirname, "../../src/catalog/lock.ts");
const TAKE = `import { lockDirectory } from ${JSON.stringify(MODULE)}; lockDirectory(process.argv[1]);`;

function node(script: string) {
  return ["--input-type=module", "-e", script, directory];
}

describe("lockDirectory", () => {
  test("default", () => {
    const release = lockDirectory(directory);
    expect(readFileSync(file, "utf8")).toMatch(new RegExp(`^${process.pid}( \\d+)?$`));
    release();
    expect(existsSync(file)).toBe(false);
    release();
  });

  test("behavior: the same process may take it again", () => {
    const release = lockDirectory(directory);
    expect(() => lockDirectory(directory)).not.toThrow();
    release();
  });

  test("behavior: released when the process exits", () => {
    execFileSync(process.execPath, node(TAKE));
    expect(existsSync(file)).toBe(false);
  });

  test("behavior: the lock of a killed process is taken over", async () => {
    const holder = spawn(
      process.execPath,
      node(`${TAKE} console.log(1); setInterval(() => {}, 1e6);`),
    );
    await once(holder.stdout, "data");
    expect(() => lockDirectory(directory)).toThrow(DirectoryLockedError);
    holder.kill("SIGKILL");
    await once(holder, "exit");
    expect(existsSync(file)).toBe(true);
    lockDirectory(directory)();
    expect(existsSync(file)).toBe(false);
  });

  test("behavior: a process id that is used again does not hold it", () => {
    lockDirectory(directory)();
    writeFileSync(file, `${process.ppid} 1`);
    expect(() => lockDirectory(directory)()).not.toThrow();
  });

  test("behavior: an unreadable lock file is stale", () => {
    lockDirectory(directory)();
    writeFileSync(file, "garbage");
    expect(() => lockDirectory(directory)()).not.toThrow();
  });

  test("error: DIRECTORY_LOCKED names process, directory and remedy", async () => {
    const holder = spawn(
      process.execPath,
      node(`${TAKE} console.log(1); setInterval(() => {}, 1e6);`),
    );
    await once(holder.stdout, "data");
    try {
      lockDirectory(directory);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(DirectoryLockedError);
      if (!(error instanceof DirectoryLockedError)) throw error;
      expect(error.code).toBe("DIRECTORY_LOCKED");
      expect(error.pid).toBe(holder.pid);
      expect(error.message).toContain(String(holder.pid));
      expect(error.message).toContain(directory);
      expect(error.message).toContain("WEIR_DATA_DIR");
    } finally {
      holder.kill("SIGKILL");
      await once(holder, "exit");
    }
  });

  test("behavior: of many processes at once, one wins", async () => {
    lockDirectory(directory)();
    writeFileSync(file, "999999999 1");
    const script = `${TAKE} console.log(1); setInterval(() => {}, 1e6);`;
    const children = Array.from({ length: 4 }, () => spawn(process.execPath, node(script)));
    const outcomes = await Promise.all(
      children.map((child) =>
        Promise.race([
          once(child.stdout, "data").then(() => "won"),
          once(child, "exit").then(() => "lost"),
        ]),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "won")).toHaveLength(1);
    for (const child of children) child.kill("SIGKILL");
  });
});
