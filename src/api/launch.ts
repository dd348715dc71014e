import type { Logger } from "pino";
import type { Environment } from "../lib/env.ts";
import { PROTOCOLS } from "../protocols/index.ts";
import { createAnswers } from "./answers.ts";
import { createApp } from "./app.ts";
import type { RunningChainService } from "./chain-service.ts";
import { type ChainServices, startChainServices, type Tables } from "./chain-services.ts";
import { startGuard } from "./guard.ts";
import { type Backfill, startBackfill } from "./history/backfill.ts";
import { createRecordedHistory } from "./history/recorded.ts";
import { type Recorder, startRecorder } from "./history/recorder.ts";
import { limitAnswers } from "./limits/limited-answers.ts";
import { createQueue } from "./limits/queue.ts";
import { QUEUED_PATHS } from "./limits/queued-paths.ts";
import { watchGate } from "./metrics/gate-gauges.ts";
import { addProcessMetrics, createMetrics } from "./metrics/metrics.ts";
import { createRefusedCount } from "./metrics/refused.ts";
import { watchSearches } from "./metrics/search-gauges.ts";
import { watchTables } from "./metrics/table-gauges.ts";
import type { Records } from "./records/open.ts";
import { openSearchPool } from "./search/pool-size.ts";
import { requireKeyBeyondLoopback, startServer } from "./server.ts";
import { createSqlRunner } from "./sql/runner.ts";
import type { ReplicaWatch } from "./store/replica-watch.ts";

/** Requests that are let through to the server for each that is worked on: others are read meanwhile, or their answer is written. */
const REQUESTS_PER_ANSWER = 1.5;

export interface LaunchOptions {
  readonly environment: Environment;
  /** Tables of every chain of the environment; closed with the API. */
  readonly tables: Tables;
  /** Tells whether the tables are read from a replica; absent where there is none. */
  readonly replica?: Pick<ReplicaWatch, "isUsable"> | undefined;
  /** Keys, counters and what is recorded every hour; closed with the API. */
  readonly records: Records;
  readonly log: Logger;
}

/** The public API with all it follows. */
export interface RunningApi {
  /** Without a slash at the end. */
  readonly url: string;
  /** As of `ChainServices`: serves from other tables as soon as that leaves no gap. */
  moveTo(tables: Tables): Promise<void>;
  /** Tells that it stops, stops listening, lets requests in flight finish, then lets go of database and nodes. */
  close(): Promise<void>;
}

/**
 * Starts the public API on `tables`, in the indexer's process or beside it. It answers from the start;
 * `/ready` says when every chain is indexed.
 *
 * @throws WrongChainError, ServerStartError. Nothing is left running then.
 */
export async function launchApi({
  environment,
  tables,
  replica,
  records,
  log,
}: LaunchOptions): Promise<RunningApi> {
  const guard = await startGuard({ environment, records, log }).catch(async (error: unknown) => {
    await tables.store.close();
    throw error;
  });
  const running = new Map<number, RunningChainService>();
  const metrics = createMetrics(running);
  const { maxConcurrentAnswers, maxWaitingAnswers } = environment.protection;
  const queue = createQueue({ concurrent: maxConcurrentAnswers, waiting: maxWaitingAnswers });
  const stop = new AbortController();
  const searches = openSearchPool(environment.searchProcesses, log);
  let services: ChainServices | null = null;
  let recorders: readonly (Recorder | Backfill)[] = [];
  const close = async () => {
    await Promise.all(recorders.map((recorder) => recorder.close()));
    await services?.close();
    await searches?.close();
    await guard.close();
  };
  try {
    const chains = await startChainServices({
      ...{ environment, tables, running, metrics, searches, log },
    });
    services = chains;
    if (environment.history) {
      const recording = { chains: running, protocols: PROTOCOLS, records, log };
      recorders = [startRecorder(recording), startBackfill(recording)];
    }
    if (searches !== null) watchSearches(searches, metrics.registry);
    watchTables({ served: chains.served, replica }, metrics.registry);
    const app = createApp({
      chains: running,
      protocols: PROTOCOLS,
      log,
      metrics,
      recorded: createRecordedHistory(records),
      sql: environment.readerUrl === null ? undefined : createSqlRunner(environment.readerUrl),
      stopping: stop.signal,
      protection: guard,
      ...limitAnswers(createAnswers(searches?.search), queue),
    });
    addProcessMetrics(metrics);
    const { host, port } = environment;
    requireKeyBeyondLoopback(host, guard.keys);
    const server = await startServer({
      ...{ app, host, port, log },
      limits: {
        concurrent: Math.ceil(REQUESTS_PER_ANSWER * maxConcurrentAnswers),
        waiting: maxWaitingAnswers,
        paths: [...QUEUED_PATHS],
      },
      onRefused: createRefusedCount(metrics, log),
      stopping: stop.signal,
      stopDelayMs: environment.stopDelaySeconds * 1_000,
    });
    watchGate(server.usage, metrics.registry);
    log.info({ url: server.url }, "the API listens");
    return {
      url: server.url,
      moveTo: chains.moveTo,
      async close() {
        stop.abort();
        // Requests in flight need snapshots, nodes and tables.
        await server.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
