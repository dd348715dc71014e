import { execFileSync } from "node:child_process";

/** A running process; zombies are left out. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Everything that runs on this machine. */
export function listProcesses(): readonly ProcessEntry[] {
  const text = execFileSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || state === undefined || state.startsWith("Z")) return [];
    return [{ pid: Number(pid), parent: Number(parent), command: command ?? "" }];
  });
}

/** The processes that `root` started, and those that they started; not `root` itself. */
export function descendants(root: number): readonly ProcessEntry[] {
  const all = listProcesses();
  const found: ProcessEntry[] = [];
  const open = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const entry of all) {
      if (entry.parent !== parent) continue;
      found.push(entry);
      open.push(entry.pid);
    }
  }
  return found;
}

/** Those of `entries` that still run, as the same program. */
export function stillRunning(entries: readonly ProcessEntry[]): readonly ProcessEntry[] {
  const now = new Map(listProcesses().map((entry) => [entry.pid, entry.command]));
  return entries.filter(({ pid, command }) => now.get(pid) === command);
}
