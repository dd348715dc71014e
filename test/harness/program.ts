import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { collectOutput, endChild, isUpAt, waitUntilUp } from "./child.ts";
import { neutralEnvironment } from "./environment.ts";
import { freePort } from "./port.ts";

const ROOT = join(import.meta.dirname, "../..");
const TIMEOUT_MS = 180_000;
const POLL_MS = 50;

const readiness = z.object({
  chains: z.array(z.object({ indexedBlock: z.number().nullable(), ready: z.boolean() })),
});

/** A program of `scripts/` as a process. */
export interface Program {
  readonly child: ChildProcess;
  /** Of its server. */
  readonly url: string;
  output(): string;
  /** Asks it to end and waits. */
  stop(): Promise<void>;
}

/**
 * Starts a program on a port of its own and waits until it answers `/health`. @throws Error with
 * its output
 */
export async function startProgram(
  script: "api.ts" | "indexer.ts",
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Program> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [join(ROOT, "scripts", script), ...args], {
    cwd: ROOT,
    env: { ...neutralEnvironment(), ...env, PORT: port },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collectOutput(child);
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    process.off("exit", kill);
    await endChild(child, "SIGTERM", 20_000);
  };
  const isUp = () => isUpAt(`${url}/health`);
  try {
    await waitUntilUp(child, { name: script, isUp, output, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    await stop();
    throw error;
  }
  return { child, url, output, stop };
}

/** Starts the API as one process. */
export function startApi(env: Readonly<Record<string, string>>): Promise<Program> {
  return startProgram("api.ts", { WEIR_API_PROCESSES: "1", ...env });
}

/**
 * Waits until an API is ready with its only chain indexed up to a block. @throws Error with its
 * output
 */
export async function untilOn(
  { url, output }: Pick<Program, "url" | "output">,
  block: number,
): Promise<void> {
  for (const started = Date.now(); ; await sleep(POLL_MS)) {
    const body = await (await fetch(`${url}/ready`)).text();
    const [chain] = readiness.parse(JSON.parse(body)).chains;
    if (chain?.ready === true && (chain.indexedBlock ?? 0) >= block) return;
    if (Date.now() - started > TIMEOUT_MS) {
      throw new Error(`block ${block} was not followed, ${body}:\n${output()}`);
    }
  }
}
