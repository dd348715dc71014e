import { join } from "node:path";
import type { Logger } from "pino";
import type { Environment } from "../../lib/env.ts";
import { PROTOCOLS } from "../../protocols/index.ts";
import type { RunningChainService } from "../chain/chain-service.ts";
import { startBackfill } from "../history/backfill.ts";
import { createPoolHistories } from "../history/pools.ts";
import { createRecordedHistory } from "../history/recorded.ts";
import { startRecorder } from "../history/recorder.ts";
import { startRetention } from "../history/retention.ts";
import { createApp } from "../http/app.ts";
import { limitAnswers } from "../http/limits/limited-answers.ts";
import { createQueue } from "../http/limits/queue.ts";
import { pageFilesOf } from "../http/page/files.ts";
import { QUEUED_PATHS } from "../http/routes/endpoints.ts";
import { requireKeyBeyondLoopback, startServer } from "../http/server.ts";
import { createStreams } from "../http/streams.ts";
import { addProcessMetrics, createMetrics } from "../metrics/metrics.ts";
import { openRecords } from "../records/open.ts";
import { openRetainedHistories } from "../records/retained-history.ts";
import { createSqlRunner } from "../sql/runner.ts";
import { readerUrl } from "../views/reader-role.ts";
import { createAnswers } from "./answers.ts";
import { watchChains } from "./chain-gauges.ts";
import { startChainServices } from "./chain-services.ts";
import { startGuard } from "./guard.ts";
import { watchIndexes } from "./index-gauges.ts";
import { watchReconciliation } from "./reconciliation-metrics.ts";

export interface LaunchOptions {
  readonly environment: Environment;
  /** Connection string of the database that indexers fill. */
  readonly databaseUrl: string;
  /** Whether the nodes are a devnet's, whose accounts the page may use. */
  readonly nodes: "devnet" | "real";
  readonly log: Logger;
}

/** Where `npm run page` puts what it builds. */
const PAGE_DIRECTORY = join(import.meta.dirname, "../../../web/dist");

/** Milliseconds in which all processes have heard of a change of the records, at the latest. */
const NOTICE_MS = 20_000;

/** The public API with all it follows. */
export interface RunningApi {
  /** Without a slash at the end. */
  readonly url: string;
  /**
   * Tells that it stops, stops listening, lets requests in flight finish, then lets go of database
   * and nodes.
   */
  close(): Promise<void>;
}

/**
 * Starts the public API on the tables that indexers keep in a database. It answers from the start;
 * `/ready` says when every chain is indexed.
 *
 * @throws What the database answers, WrongChainError, ServerStartError. Nothing is left running
 *   then.
 */
export async function launchApi(options: LaunchOptions): Promise<RunningApi> {
  const { environment, databaseUrl, log } = options;
  const ends: (() => Promise<void>)[] = [];
  const end = async (): Promise<void> => {
    for (const each of ends.splice(0).toReversed()) await each();
  };
  try {
    const records = await openRecords(databaseUrl);
    ends.push(records.close);
    const guard = await startGuard({ environment, records, log });
    ends.push(guard.close);
    const running = new Map<number, RunningChainService>();
    const metrics = createMetrics();
    const retained = await openRetainedHistories(records, (error) =>
      log.warn({ err: error }, "what is left of the past cannot be read"),
    );
    ends.push(retained.close);
    const chains = await startChainServices({ ...options, records, running, metrics, retained });
    ends.push(chains.close);
    if (environment.history) {
      const recording = { chains: running, protocols: PROTOCOLS, records, log };
      const recorders = [startRecorder(recording), startBackfill(recording)];
      ends.push(async () => {
        await Promise.all(recorders.map((recorder) => recorder.close()));
      });
    }
    const { history, historyDays: days } = environment;
    if (history && days !== null) {
      const { schemaOf } = chains;
      const graceMs = environment.protection.requestTimeoutMs + NOTICE_MS;
      const retention = { days, chains: running, schemaOf, retained, databaseUrl, log, graceMs };
      ends.push(startRetention(retention).close);
    }
    watchChains(running, metrics.registry);
    watchIndexes(chains, metrics.registry);
    watchReconciliation(chains, metrics.registry);
    addProcessMetrics(metrics);
    const { maxConcurrentAnswers, maxWaitingAnswers } = environment.protection;
    let accepted = 0;
    const queue = createQueue({
      ...{ concurrent: maxConcurrentAnswers, waiting: maxWaitingAnswers },
      accepted: () => accepted,
    });
    const stop = new AbortController();
    const app = createApp({
      chains: running,
      protocols: PROTOCOLS,
      log,
      metrics,
      publicUrl: environment.publicUrl,
      poolHistory: createPoolHistories(PROTOCOLS),
      recorded: createRecordedHistory(records),
      page: pageFilesOf(PAGE_DIRECTORY),
      devnet: options.nodes === "devnet" ? devnetNodes(environment) : undefined,
      sql: createSqlRunner(
        async () => environment.readerUrl ?? (await readerUrl(records.db, databaseUrl)),
      ),
      stopping: stop.signal,
      streams: createStreams({ stopping: stop.signal }),
      protection: guard,
      ...limitAnswers(createAnswers({ share: environment.quoteSampleShare, log }), queue),
    });
    const { host, port } = environment;
    requireKeyBeyondLoopback(host, guard.keys);
    const server = await startServer({
      ...{ app, host, port, log },
      admission: { paths: QUEUED_PATHS, refusal: queue.refusal, metrics },
      onConnection: () => {
        accepted += 1;
      },
      stopping: stop.signal,
      stopDelayMs: environment.stopDelaySeconds * 1_000,
    });
    log.info({ url: server.url }, "the API listens");
    return {
      url: server.url,
      async close() {
        stop.abort();
        // Requests in flight need snapshots, nodes and tables.
        await server.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function devnetNodes({ chains }: Environment): ReadonlyMap<number, string> {
  return new Map(
    [...chains].flatMap(
      ([
        chainId,
        {
          rpcUrls: [url],
        },
      ]) => (url ? [[chainId, url]] : []),
    ),
  );
}
