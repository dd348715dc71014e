import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** What a service uses, all its processes together but those of the devnet. */
export interface Usage {
  /** When, in seconds on the clock of this process. */
  readonly at: number;
  /** CPU seconds of the processes that run now, since they started. */
  readonly cpuSeconds: number;
  /** Memory, in MiB; what processes share counts once. */
  readonly mebibytes: number;
}

/** Clock ticks in a second of /proc: 100 wherever Linux runs on a desktop or a server. */
const TICKS = 100;
/** The process that is the parent of the devnet's nodes. */
const DEVNET = "devnet-process.ts";

/** @param pid Of the service's supervisor. Reads /proc: on Linux alone. */
export function usageOf(pid: number): Usage {
  const pids = serviceProcesses(pid);
  return {
    at: performance.now() / 1_000,
    cpuSeconds: sum(pids.map(cpuSecondsOf)),
    mebibytes: sum(pids.map(kibibytesOf)) / 1_024,
  };
}

function serviceProcesses(root: number): readonly number[] {
  const text = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  const children = new Map<number, number[]>();
  for (const [, pid, parent, command = ""] of text.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)) {
    if (command.includes(DEVNET)) continue;
    children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(pid)]);
  }
  const found = [root];
  // The list is walked to what is added meanwhile.
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** User and system time of a process since it started; 0 where it has ended. */
export function cpuSecondsOf(pid: number): number {
  const [, fields = ""] = /^.*\) (.*)$/.exec(read(pid, "stat")) ?? [];
  // utime and stime, which are the 14th and 15th in all:
  // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) / TICKS;
}

function kibibytesOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(pid, "smaps_rollup"))?.[1] ?? 0);
}

/** A file of /proc; empty where the process has ended meanwhile. */
function read(pid: number, name: string): string {
  const path = `/proc/${pid}/${name}`;
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd() : "";
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Seconds over which a service is watched while nobody asks it. */
const IDLE_SECONDS = 10;

/** CPU seconds that a service uses in a second while nobody asks it: it follows the chains. */
export async function idleRateOf(pid: number): Promise<number> {
  const before = usageOf(pid);
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1_000));
  const after = usageOf(pid);
  return (after.cpuSeconds - before.cpuSeconds) / (after.at - before.at);
}
