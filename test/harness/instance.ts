import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { requirePorts } from "../../scripts/start/ports.ts";
import { collectOutput } from "./child.ts";
import { neutralEnvironment } from "./environment.ts";
import { freePort } from "./port.ts";
import { descendants, type ProcessEntry, stillRunning } from "./processes.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The first start on a machine prepares the devnet. */
export const READY_TIMEOUT_MS = 240_000;
const POLL_MS = 50;
/** Longer than the indexer may take to end once its parent is gone. */
const LEFT_TIMEOUT_MS = 10_000;

/** A `npm start` on ports and a directory of its own. */
export interface Instance {
  readonly process: ChildProcess;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  /** Everything it printed so far. */
  output(): string;
  /** Exit code, or the signal's name. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /**
   * Waits until it printed `text`. @throws Error with its output when it ends first or `timeoutMs`
   * pass.
   */
  printed(text: string, timeoutMs: number): Promise<void>;
  /** Sends a signal and waits for the end; then those of its processes that are left after 10 s. */
  endWith(signal: NodeJS.Signals): Promise<{
    readonly code: number | NodeJS.Signals | null;
    readonly left: readonly ProcessEntry[];
  }>;
  /** Kills what is left and deletes the directory. */
  dispose(): Promise<void>;
}

/** Variables for an instance that shares nothing with another. */
export async function instanceEnvironment(): Promise<Record<string, string>> {
  const ports = new Set<number>();
  while (ports.size < 3) ports.add(await freePort());
  const [api, first, second] = [...ports];
  return {
    WEIR_DATA_DIR: mkdtempSync(join(tmpdir(), "weir-instance-")),
    PORT: String(api),
    DEVNET_PORT_1: String(first),
    DEVNET_PORT_80094: String(second),
  };
}

/** Expects that nothing listens on the ports of an instance. @throws StartError */
export async function expectFreePorts(env: Readonly<Record<string, string>>): Promise<void> {
  const variables = ["PORT", "DEVNET_PORT_1", "DEVNET_PORT_80094"];
  await requirePorts(
    variables.map((variable) => ({
      variable,
      host: "127.0.0.1",
      port: Number(env[variable]),
      purpose: "a test",
    })),
  );
}

/**
 * Starts `scripts/start.ts` with `env`, from `instanceEnvironment`, and nothing of the caller's
 * that configures Weir.
 */
export function startInstance(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Instance {
  const child = spawn(process.execPath, [join(ROOT, "scripts/start.ts"), ...args], {
    cwd: ROOT,
    env: { ...neutralEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collectOutput(child);
  const pid = child.pid ?? 0;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  const directory = env.WEIR_DATA_DIR ?? "";
  const left = async (family: readonly ProcessEntry[]) => {
    for (
      let waited = 0;
      waited < LEFT_TIMEOUT_MS && stillRunning(family).length > 0;
      waited += POLL_MS
    ) {
      await sleep(POLL_MS);
    }
    return stillRunning(family);
  };
  return {
    process: child,
    directory,
    env,
    baseUrl: `http://127.0.0.1:${env.PORT}`,
    output,
    ended,
    printed: async (text, timeoutMs) => {
      for (const start = Date.now(); !output().includes(text); await sleep(POLL_MS)) {
        if (child.exitCode !== null || Date.now() - start > timeoutMs) {
          throw new Error(`"${text}" was not printed within ${timeoutMs} ms:\n${output()}`);
        }
      }
    },
    endWith: async (signal) => {
      const family = descendants(pid);
      child.kill(signal);
      return { code: await ended, left: await left(family) };
    },
    dispose: async () => {
      const family = descendants(pid);
      child.kill("SIGKILL");
      for (const entry of await left(family)) process.kill(entry.pid, "SIGKILL");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
