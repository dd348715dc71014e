import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectOutput, endChild, waitUntilUp } from "./child.ts";
import { freePort } from "./port.ts";

/** A running `ponder start` with the API in its process. */
export interface Ponder {
  /** Of the API. */
  readonly port: number;
  readonly url: string;
  /** Ponder's own server: `/health`, `/ready` (backfill done), `/status`, `/metrics`. */
  readonly indexerUrl: string;
  /** Everything it printed so far. */
  output(): string;
  /** Waits until every chain is indexed up to where it was at the start. @throws Error with its output when it ends or takes too long. */
  backfilled(): Promise<void>;
  /** Ends it by SIGKILL: it can release nothing. Its temporary directory stays until `stop`. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A `ponder start` that may not listen yet. */
export interface LaunchedPonder extends Ponder {
  /**
   * Waits until both servers answer `/health`.
   *
   * @throws Error with its output when it ends or does not answer.
   */
  up(): Promise<void>;
  isRunning(): boolean;
}

export interface PonderOptions {
  /** Chains, database and limits, as a user would set them. `PORT`, that of the API, and `WEIR_DATA_DIR` are chosen when absent. */
  readonly env: Readonly<Record<string, string>>;
  readonly logLevel?: "error" | "warn" | "info" | "debug" | "trace";
  readonly log?: (text: string) => void;
  /** Project to start; this one when absent. */
  readonly root?: string;
}

const ROOT = join(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 180_000;

/** The caller's environment without anything that configures Weir or Ponder. */
export function neutralEnvironment(): NodeJS.ProcessEnv {
  const ours =
    /^(PONDER_|DATABASE_|WEIR_|DEVNET_|MAX_|SEARCH_|POLLING_|STOP_|HISTORY$|REQUIRE_|TRUSTED_|RATE_|REQUEST_|PORT$|HOST$|LOG_LEVEL$|NODE_ENV$|VITEST)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch (error) {
    // Refused connections show as TypeError until the server listens.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Starts the indexer on the given environment. It keeps its embedded database, if it uses one, in a temporary directory. */
export async function launchPonder(options: PonderOptions): Promise<LaunchedPonder> {
  const root = options.root ?? ROOT;
  const port = Number(options.env.PORT ?? (await freePort()));
  const indexerPort = await freePort();
  const directory = mkdtempSync(join(tmpdir(), "weir-ponder-"));
  const env = {
    ...neutralEnvironment(),
    WEIR_DATA_DIR: directory,
    ...options.env,
    // Ponder listens on PORT whatever its arguments say.
    PORT: String(indexerPort),
    WEIR_API_PORT: String(port),
  };
  const child = spawn(
    process.execPath,
    [
      join(root, "node_modules/ponder/dist/esm/bin/ponder.js"),
      ...["start", "--schema", options.env.DATABASE_SCHEMA ?? "weir", "--hostname", "127.0.0.1"],
      ...["--log-level", options.logLevel ?? "info"],
    ],
    { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] },
  );
  const output = collectOutput(child, options.log);
  const killAtExit = () => child.kill("SIGKILL");
  process.on("exit", killAtExit);
  const stop = async () => {
    process.off("exit", killAtExit);
    await endChild(child, "SIGTERM", 20_000);
    rmSync(directory, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const indexerUrl = `http://127.0.0.1:${indexerPort}`;
  const up = () =>
    waitUntilUp(child, {
      name: "ponder",
      isUp: async () => (await answers(`${indexerUrl}/health`)) && (await answers(`${url}/health`)),
      output,
      timeoutMs: START_TIMEOUT_MS,
    });
  const backfilled = () =>
    waitUntilUp(child, {
      name: "the backfill of ponder",
      isUp: () => answers(`${indexerUrl}/ready`),
      output,
      timeoutMs: START_TIMEOUT_MS,
    });
  const kill = () => endChild(child, "SIGKILL", 20_000);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return { port, url, indexerUrl, output, up, backfilled, isRunning, kill, stop };
}

/**
 * As `launchPonder`, and waits until both servers answer `/health`.
 *
 * @throws Error with its output when it ends or does not answer.
 */
export async function startPonder(options: PonderOptions): Promise<Ponder> {
  const ponder = await launchPonder(options);
  try {
    await ponder.up();
  } catch (error) {
    await ponder.stop();
    throw error;
  }
  return ponder;
}
