import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { neutralEnvironment } from "../../test/harness/environment.ts";
import { freePort } from "../../test/harness/port.ts";

/** How a start went. */
export interface Start {
  readonly seconds: number;
  /** As the indexer's log tells them; none where nothing was read. */
  readonly phases: readonly Phase[];
  /** Most resident memory by process, MiB. */
  readonly mebibytes: ReadonlyMap<string, number>;
  /** Warnings in the indexer's and the API's logs. */
  readonly refused: number;
}

type Phase = z.output<typeof phase>;
const phase = z.object({
  phase: z.string(),
  done: z.number(),
  seconds: z.number(),
  requests: z.number(),
});
const line = z.looseObject({ level: z.union([z.number(), z.string()]).optional() });

const TIMEOUT_MS = 3_600_000;
const POLL_MS = 500;
const WARNING = 40;
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
const SENDER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
/** What the processes are told by. */
const PROGRAMS = { indexer: "indexer/ponder.ts", API: "scripts/api.ts" };

/** Starts all of Weir as `npm start` does on a real chain, until `/ready` says so. */
export async function startWeir(env: Readonly<Record<string, string>>): Promise<{
  readonly url: string;
  readonly start: Start;
  stop(): Promise<void>;
}> {
  const [port, directory] = [await freePort(), mkdtempSync(join(tmpdir(), "weir-bench-"))];
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...neutralEnvironment(),
      ...{ ...env, PORT: String(port), WEIR_DATA_DIR: directory, LOG_LEVEL: "info" },
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
    });
  }
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGINT");
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const mebibytes = new Map<string, number>();
  try {
    while (!(await isReady(url))) {
      if (child.exitCode !== null) throw new Error(`the service ended:\n${output}`);
      if (performance.now() - started > TIMEOUT_MS) throw new Error(`never ready:\n${output}`);
      watchMemory(child, mebibytes);
      await sleep(POLL_MS);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const seconds = (performance.now() - started) / 1_000;
  watchMemory(child, mebibytes);
  const indexer = linesOf(join(directory, "logs/indexer-1.log"));
  const warnings = [...indexer, ...linesOf(join(directory, "logs/api.log"))];
  return {
    ...{ url, stop },
    start: {
      ...{ seconds, mebibytes },
      phases: indexer.flatMap((one) => phase.safeParse(one).data ?? []),
      refused: warnings.filter(({ level }) => typeof level === "number" && level >= WARNING).length,
    },
  };
}

/** Milliseconds of one quote, of the native currency into a stablecoin. */
export async function quotes(url: string): Promise<number> {
  const query = new URLSearchParams({
    ...{ chainId: "1", fromAddress: SENDER, tokenIn: NATIVE, tokenOut: USDC },
    amountIn: String(10n ** 18n),
  });
  const started = performance.now();
  const response = await fetch(`${url}/api/v1/shortcuts/quote?${query}`);
  const body = await response.text();
  if (!response.ok) throw new Error(`The first quote was ${response.status}: ${body}`);
  return performance.now() - started;
}

async function isReady(url: string): Promise<boolean> {
  const answered = await fetch(`${url}/ready`).catch(() => null);
  return answered?.ok === true;
}

/** Reads /proc: on Linux alone. */
function watchMemory({ pid = 0 }: ChildProcess, mebibytes: Map<string, number>): void {
  const text = execFileSync("ps", ["-eo", "pid=,ppid=,rss=,args="], { encoding: "utf8" });
  for (const [, , parent, kibibytes, command = ""] of text.matchAll(
    /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/gm,
  )) {
    if (Number(parent) !== pid) continue;
    for (const [name, program] of Object.entries(PROGRAMS)) {
      if (!command.includes(program)) continue;
      mebibytes.set(name, Math.max(mebibytes.get(name) ?? 0, Number(kibibytes) / 1_024));
    }
  }
}

/** The JSON lines of a log. */
function linesOf(path: string) {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((text) => (text.startsWith("{") ? [line.parse(JSON.parse(text))] : []));
}
