import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "./failure.ts";

/**
 * Whether `pid` is a running start of Weir. A recycled process id is told apart where the system
 * shows command lines.
 */
function isStart(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  if (process.platform !== "linux") return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("start.ts");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/**
 * Takes the lock that keeps two starts from sharing one data directory. A lock whose holder died is
 * taken over.
 *
 * @returns The function that gives the lock back.
 * @throws StartError while another start holds it.
 */
export function takeLock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const pid = Number(readFileSync(file, "utf8"));
    if (Number.isInteger(pid) && pid > 0 && isStart(pid)) {
      throw new StartError(
        `Weir already runs from this directory (process ${pid}, ${file}); stop it first, or set WEIR_DATA_DIR and the ports for a second one.`,
      );
    }
    rmSync(file, { force: true });
  }
}
