import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChildOptions } from "./child.ts";
import { environmentOf, type IndexPlan } from "./index-plan.ts";
import { backfillShare } from "./progress.ts";
import type { Supervisor } from "./supervisor.ts";

const POLL_MS = 200;
const REQUEST_TIMEOUT_MS = 5_000;
/** An indexer that ends sooner has a fault that the next start has too. */
const LEAST_RUN_MS = 60_000;
/** Least time between two progress lines. */
const PROGRESS_MS = 3_000;

export interface IndexerOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where Ponder's own server listens. */
  readonly host: string;
  readonly port: number;
  readonly index: IndexPlan;
  readonly logDirectory: string;
  readonly onLine: ChildOptions["onLine"];
  /** Prints that it is started again where it may be; absent: its end is the end of all. */
  readonly onRestart?: (line: string) => void;
}

/**
 * Bounds the heap, unless NODE_OPTIONS does: below 2 GiB V8 collects when twice as much as was
 * alive is in use at the latest, above that when it is four times. A chain of mainnet's size needs
 * a quarter of it.
 *
 * @see https://github.com/nodejs/node/blob/v24.0.0/deps/v8/src/heap/heap-controller.cc
 */
function heapArguments({ NODE_OPTIONS = "" }: NodeJS.ProcessEnv): readonly string[] {
  return /--max[-_]old[-_]space/.test(NODE_OPTIONS) ? [] : ["--max-old-space-size=2000"];
}

/** Arguments of Node that make it Ponder, on a schema. */
export function ponderArguments(root: string, schema: string): readonly string[] {
  return [
    join(root, "indexer/ponder.ts"),
    ...["start", "--root", join(root, "indexer"), "--schema", schema, "--log-format", "json"],
  ];
}

/**
 * Starts Ponder on a group of chains. On real chains one that ends after it ran for a minute is
 * started again, while those of other chains and the API go on.
 */
export function startIndexer(supervisor: Supervisor, options: IndexerOptions): void {
  const { root, env, host, port, index, logDirectory, onLine, onRestart } = options;
  const name = ["indexer", ...index.chainIds].join("-");
  const child: ChildOptions = {
    name: `indexer of chain ${index.chainIds.join(" and ")}`,
    program: {
      kind: "node",
      args: [
        ...heapArguments(env),
        // Of what Ponder does with its database driver; nothing that a user could change.
        "--disable-warning=DeprecationWarning",
        ...["--import", join(import.meta.dirname, "leash.ts")],
        ...ponderArguments(root, index.schema),
        ...["--hostname", host, "--port", String(port)],
      ],
      // Ponder listens on PORT whatever its arguments say.
      env: { ...environmentOf(index, env), PORT: String(port) },
    },
    logFile: join(logDirectory, `${name}.log`),
    onLine,
  };
  if (onRestart === undefined) supervisor.start(child);
  else supervisor.start(child, { leastRunMs: LEAST_RUN_MS, say: onRestart });
}

/**
 * Body of a 200 answer, else null: while the servers come up, no answer and an error mean the same.
 */
async function get(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      // Of several processes, each connection reaches another.
      headers: { connection: "close" },
    });
    const body = await response.text();
    return response.ok ? body : null;
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === "TimeoutError") return null;
    throw error;
  }
}

/** What is waited for, and who is told. */
export interface Awaited {
  readonly baseUrl: string;
  /** Of the API. */
  readonly processes: number;
  /** Of the indexers. */
  readonly privatePorts: readonly number[];
  /** Told the share of the backfill now and then, 0 to 1: of several, that of the slowest. */
  readonly onProgress: (share: number) => void;
  /** Called when each backfill is done; its end is waited for. */
  readonly onBackfilled: () => Promise<void>;
}

/**
 * Waits until every indexer works on the head and every process of the API serves it. Tables of an
 * earlier start may be fresh before an indexer has begun.
 */
export async function waitUntilReady(awaited: Awaited): Promise<void> {
  const { baseUrl, processes, privatePorts, onProgress, onBackfilled } = awaited;
  let reportedAt = Date.now();
  let isBackfilled = false;
  // They take connections by turns.
  for (let ready = 0; ready < processes; ) {
    if (!isBackfilled && (await areReady(privatePorts))) {
      isBackfilled = true;
      await onBackfilled();
    }
    if (isBackfilled && (await get(`${baseUrl}/ready`)) !== null) {
      ready += 1;
      continue;
    }
    ready = 0;
    if (Date.now() - reportedAt >= PROGRESS_MS) {
      const shares = await Promise.all(privatePorts.map(shareAt));
      const known = shares.filter((share) => share !== null);
      if (known.length > 0) onProgress(Math.min(...known));
      reportedAt = Date.now();
    }
    await sleep(POLL_MS);
  }
}

/** Whether the backfill of every indexer is done. */
async function areReady(privatePorts: readonly number[]): Promise<boolean> {
  const answers = await Promise.all(
    privatePorts.map((port) => get(`http://127.0.0.1:${port}/ready`)),
  );
  return answers.every((answer) => answer !== null);
}

async function shareAt(privatePort: number): Promise<number | null> {
  const metrics = await get(`http://127.0.0.1:${privatePort}/metrics`);
  return metrics === null ? null : backfillShare(metrics);
}
