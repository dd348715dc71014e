import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { collectOutput, endChild } from "../../test/harness/child.ts";
import { freePort } from "../../test/harness/port.ts";
import { cpuSecondsOf } from "../http/usage.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Weir itself. */
export const ROOT_PROJECT = "indexer";
const TIMEOUT_MS = 600_000;
const POLL_MS = 5;

/** A backfill that was timed. */
export interface Backfill {
  readonly events: number;
  readonly seconds: number;
  /** Of Ponder's process, all threads; Postgres not. */
  readonly cpuSeconds: number;
}

/**
 * One backfill into a schema of its own. It is timed from the end of the fetch of what the cache
 * lacks to the end of the backfill.
 *
 * @param project Root of the Ponder project, relative to the repository's.
 */
export async function backfill(
  project: string,
  { schema, env }: { readonly schema: string; readonly env: Readonly<Record<string, string>> },
): Promise<Backfill> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      join(ROOT, "node_modules/ponder/dist/esm/bin/ponder.js"),
      ...["start", "--root", join(ROOT, project), "--schema", schema],
      ...["--hostname", "127.0.0.1", "--log-level", "info"],
    ],
    {
      cwd: ROOT,
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: "warn" },
        ...{ PORT: String(port), DATABASE_SCHEMA: schema },
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  // A long backfill prints more than the collected end of the output holds.
  const printed: string[] = [];
  const output = collectOutput(child, (text) => printed.push(text));
  const pid = child.pid;
  if (pid === undefined) throw new Error("ponder did not start");
  /** Waits for a line, and tells how much CPU time the process had used by then. */
  const cpuAt = async (text: string): Promise<number> => {
    for (const start = Date.now(); !printed.join("").includes(text); await sleep(POLL_MS)) {
      if (child.exitCode !== null || Date.now() - start > TIMEOUT_MS) {
        throw new Error(`no "${text}":\n${output()}`);
      }
    }
    return cpuSecondsOf(pid);
  };
  try {
    const startCpu = await cpuAt("Started backfill indexing");
    const endCpu = await cpuAt("Completed backfill indexing");
    const log = printed.join("").split("\n");
    const at = (text: string) => clockMs(log.find((line) => line.includes(text)) ?? "");
    const elapsed = at("Completed backfill indexing") - at("Started backfill indexing");
    const events = log
      .map((line) => /Indexed block range .*event_count=(\d+)/.exec(line)?.[1])
      .reduce((sum, count) => sum + Number(count ?? 0), 0);
    const seconds = ((elapsed + DAY_MS) % DAY_MS) / 1_000;
    return { events, seconds, cpuSeconds: endCpu - startCpu };
  } finally {
    await endChild(child, "SIGTERM", 30_000);
    // Ponder writes its types into every project that it starts.
    rmSync(join(ROOT, project, "ponder-env.d.ts"), { force: true });
  }
}

const DAY_MS = 86_400_000;

/** The time of day that a log line starts with, milliseconds. */
function clockMs(line: string): number {
  const [, hours, minutes, seconds, milliseconds] = /^(\d+):(\d+):(\d+)\.(\d+)/.exec(line) ?? [];
  if (milliseconds === undefined) throw new Error(`no time in log line "${line}"`);
  const minutesOfDay = Number(hours) * 60 + Number(minutes);
  return (minutesOfDay * 60 + Number(seconds)) * 1_000 + Number(milliseconds);
}
