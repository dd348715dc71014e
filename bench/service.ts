import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A Weir with its devnet, started as `npm start` starts it, on free ports and in a directory of its
 * own.
 */
export interface Service {
  readonly url: string;
  /** Of the devnet's chain 1. */
  readonly nodeUrl: string;
  /** Of its supervisor. */
  readonly pid: number;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 240_000;
const POLL_MS = 250;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts the service and waits until `/ready` says so. Throws with its last output when it ends or
 * takes too long.
 */
export async function startService({
  root = join(import.meta.dirname, ".."),
  flags = [],
  env = {},
}: {
  /** Checkout to start it from; this one when absent. */
  readonly root?: string | undefined;
  readonly flags?: readonly string[];
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
} = {}): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), "weir-bench-"));
  const [api, mainnet, berachain] = await Promise.all([freePort(), freePort(), freePort()]);
  const child = spawn(process.execPath, ["scripts/start.ts", ...flags], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...env,
      PORT: String(api),
      DEVNET_PORT_1: String(mainnet),
      DEVNET_PORT_80094: String(berachain),
      WEIR_DATA_DIR: directory,
      LOG_LEVEL: "warn",
    },
  });
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGINT");
    await exited;
    await rm(directory, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${api}`;
  for (const start = Date.now(); Date.now() - start < START_TIMEOUT_MS; ) {
    if (child.exitCode !== null) throw new Error(`the service ended:\n${output}`);
    const ready = await fetch(`${url}/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return { url, nodeUrl: `http://127.0.0.1:${mainnet}`, pid: child.pid ?? 0, stop };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await stop();
  throw new Error(`the service was not ready after ${START_TIMEOUT_MS / 1000} s:\n${output}`);
}
