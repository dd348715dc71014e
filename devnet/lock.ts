import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 200;

/**
 * Runs `task` while no other process of this machine runs one under the same lock file. A lock
 * whose process has died is taken over.
 */
export async function withLock<T>(file: string, task: () => Promise<T>): Promise<T> {
  while (!tryLock(file)) {
    if (!ownerLives(file)) rmSync(file, { force: true });
    else await sleep(POLL_MS);
  }
  try {
    return await task();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

function ownerLives(file: string): boolean {
  let owner: number;
  try {
    owner = Number.parseInt(readFileSync(file, "utf8"), 10);
  } catch (error) {
    // Released between the two looks: try again.
    if (hasCode(error, "ENOENT")) return true;
    throw error;
  }
  // Created but not written yet.
  if (Number.isNaN(owner)) return true;
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return !hasCode(error, "ESRCH");
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
