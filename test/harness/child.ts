import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const PROBE_TIMEOUT_MS = 5_000;

/** Collects what a child prints, the last 100,000 characters of it. */
export function collectOutput(child: ChildProcess, log?: (text: string) => void): () => string {
  let output = "";
  const collect = (chunk: Buffer) => {
    const text = chunk.toString();
    output = (output + text).slice(-100_000);
    log?.(text);
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  return () => output;
}

/**
 * Ends a child: `signal` first, SIGKILL when it still runs after `graceMs`. Resolves when it is
 * gone.
 */
export async function endChild(
  child: ChildProcess,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await exited;
  clearTimeout(timer);
}

/**
 * Asks `isUp` every 50 ms until it is true.
 *
 * @throws Error with the child's output when it ends first or `timeoutMs` pass.
 */
export async function waitUntilUp(
  child: ChildProcess,
  {
    name,
    isUp,
    output,
    timeoutMs,
  }: {
    readonly name: string;
    readonly isUp: () => Promise<boolean>;
    readonly output: () => string;
    readonly timeoutMs: number;
  },
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isUp())) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${name} ended during its start:\n${output()}`);
    }
    if (Date.now() > deadline) {
      throw new Error(`${name} was not up after ${timeoutMs} ms:\n${output()}`);
    }
    await sleep(50);
  }
}

/** Whether a server answers a URL with success. */
export async function isUpAt(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })).ok;
  } catch (error) {
    // Refused connections show as TypeError until the server listens; a stranger there may not
    // answer at all.
    if (error instanceof TypeError) return false;
    if (error instanceof DOMException && error.name === "TimeoutError") return false;
    throw error;
  }
}
