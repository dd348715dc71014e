import { spawn } from "node:child_process";
import { join } from "node:path";
import { ponderArguments } from "../../scripts/start/indexer.ts";
import { collectOutput, endChild, isUpAt, waitUntilUp } from "./child.ts";
import { neutralEnvironment } from "./environment.ts";
import { freePort } from "./port.ts";

/** A running `ponder start`: an indexer. */
export interface Ponder {
  readonly pid: number;
  /** Ponder's own server: `/health`, `/ready` (backfill done), `/status`, `/metrics`. */
  readonly url: string;
  /** Everything it printed so far. */
  output(): string;
  /**
   * Waits until every chain is indexed up to where it was at the start. @throws Error with its
   * output when it ends or takes too long.
   */
  backfilled(): Promise<void>;
  /** Ends it by SIGKILL: it can release nothing. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A `ponder start` that may not listen yet. */
export interface LaunchedPonder extends Ponder {
  /**
   * Waits until its server answers `/health`.
   *
   * @throws Error with its output when it ends or does not answer.
   */
  up(): Promise<void>;
  isRunning(): boolean;
}

export interface PonderOptions {
  /**
   * Chains and database, as a user would set them; the tables are in the schema `weir` when
   * `DATABASE_SCHEMA` is absent.
   */
  readonly env: Readonly<Record<string, string>>;
  /** Run in the place of the indexer's own, with its arguments. */
  readonly program?: string;
  readonly logLevel?: "error" | "warn" | "info" | "debug" | "trace";
  readonly log?: (text: string) => void;
  /** How long it may take to be up, and to be backfilled; absent: three minutes. */
  readonly timeoutMs?: number;
}

const ROOT = join(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 180_000;

/** Starts the indexer on the given environment. */
export async function launchPonder(options: PonderOptions): Promise<LaunchedPonder> {
  const port = await freePort();
  const [program = "", ...args] = ponderArguments(ROOT, options.env.DATABASE_SCHEMA ?? "weir");
  const child = spawn(
    process.execPath,
    [
      ...[options.program ?? program, ...args, "--hostname", "127.0.0.1"],
      ...["--log-format", "pretty", "--log-level", options.logLevel ?? "info"],
    ],
    {
      cwd: ROOT,
      // Ponder listens on PORT whatever its arguments say.
      env: { ...neutralEnvironment(), ...options.env, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error("ponder did not start");
  const output = collectOutput(child, options.log);
  const killAtExit = () => child.kill("SIGKILL");
  process.on("exit", killAtExit);
  const stop = async () => {
    process.off("exit", killAtExit);
    await endChild(child, "SIGTERM", 20_000);
  };
  const url = `http://127.0.0.1:${port}`;
  const until = (name: string, path: string) =>
    waitUntilUp(child, {
      ...{ name, output, timeoutMs: options.timeoutMs ?? START_TIMEOUT_MS },
      isUp: () => isUpAt(`${url}${path}`),
    });
  return {
    ...{ pid, url, output, stop },
    up: () => until("ponder", "/health"),
    backfilled: () => until("the backfill of ponder", "/ready"),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: () => endChild(child, "SIGKILL", 20_000),
  };
}

/**
 * As `launchPonder`, and waits until its server answers `/health`.
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
