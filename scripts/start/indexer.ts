import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChildOptions } from "./child.ts";
import { backfillShare } from "./progress.ts";
import type { Supervisor } from "./supervisor.ts";

const POLL_MS = 200;
const REQUEST_TIMEOUT_MS = 5_000;
/** Least time between two progress lines. */
const PROGRESS_MS = 3_000;

export interface IndexerOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Loopback port of Ponder's own server. */
  readonly privatePort: number;
  readonly databaseSchema: string;
  readonly logDirectory: string;
  readonly onLine: ChildOptions["onLine"];
}

/** Starts Ponder, whose process also carries the API. */
export function startIndexer(supervisor: Supervisor, options: IndexerOptions): void {
  const { root, env, privatePort, databaseSchema, logDirectory, onLine } = options;
  supervisor.start({
    name: "indexer",
    args: [
      "--import",
      join(import.meta.dirname, "leash.ts"),
      join(root, "node_modules/ponder/dist/esm/bin/ponder.js"),
      ...["start", "--root", root, "--schema", databaseSchema, "--log-format", "json"],
      ...["--hostname", "127.0.0.1", "--port", String(privatePort)],
    ],
    env,
    logFile: join(logDirectory, "indexer.log"),
    onLine,
    onMessage: () => undefined,
  });
}

/** Body of a 200 answer, else null: while the servers come up, no answer and an error mean the same. */
async function get(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const body = await response.text();
    return response.ok ? body : null;
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === "TimeoutError") return null;
    throw error;
  }
}

/** Waits until every chain is indexed up to its head, reporting the share of the backfill (0 to 1) now and then. */
export async function waitUntilReady(
  baseUrl: string,
  privatePort: number,
  onProgress: (share: number) => void,
): Promise<void> {
  let reportedAt = Date.now();
  while ((await get(`${baseUrl}/ready`)) === null) {
    if (Date.now() - reportedAt >= PROGRESS_MS) {
      const metrics = await get(`http://127.0.0.1:${privatePort}/metrics`);
      const share = metrics === null ? null : backfillShare(metrics);
      if (share !== null) onProgress(share);
      reportedAt = Date.now();
    }
    await sleep(POLL_MS);
  }
}
