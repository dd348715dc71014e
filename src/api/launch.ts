import type { Logger } from "pino";
import { createPublicClient } from "viem";
import type { Store } from "../catalog/database.ts";
import type { Environment } from "../lib/env.ts";
import { PROTOCOLS } from "../protocols/index.ts";
import { createAnswers } from "./answers.ts";
import { createApp } from "./app.ts";
import { createChainService, type RunningChainService } from "./chain-service.ts";
import { startGuard } from "./guard.ts";
import { limitAnswers } from "./limits/limited-answers.ts";
import { createQueue } from "./limits/queue.ts";
import { addProcessMetrics, createMetrics } from "./metrics/metrics.ts";
import { createNodePool } from "./nodes/pool.ts";
import { poolTransport } from "./nodes/transport.ts";
import { earliestBlockOf } from "./past/earliest-block.ts";
import type { Records } from "./records/open.ts";
import { requireKeyBeyondLoopback, startServer } from "./server.ts";

export interface LaunchOptions {
  readonly environment: Environment;
  /** Tables of every chain of the environment; closed with the API. */
  readonly store: Store;
  /** Keys and counters; closed with the API. */
  readonly records: Records;
  readonly log: Logger;
}

/** The public API with all it follows. */
export interface RunningApi {
  /** Without a slash at the end. */
  readonly url: string;
  /** Tells that it stops, stops listening, lets requests in flight finish, then lets go of database and nodes. */
  close(): Promise<void>;
}

/**
 * Starts the public API on the tables of `store`, in the indexer's process or beside it. It answers from the start;
 * `/ready` says when every chain is indexed.
 *
 * @throws WrongChainError, ServerStartError. Nothing is left running then.
 */
export async function launchApi({
  environment,
  store,
  records,
  log,
}: LaunchOptions): Promise<RunningApi> {
  const guard = await startGuard({ environment, records, log }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const { maxLagBlocks, maxLagSeconds, pollingIntervalMs: pollIntervalMs } = environment;
  const services = new Map<number, RunningChainService>();
  const metrics = createMetrics(services);
  const stop = new AbortController();
  const closeServices = () => Promise.all([...services.values()].map((service) => service.close()));
  try {
    for (const [chainId, { chain, rpcUrls, wsUrl, startBlock }] of environment.chains) {
      const meter = metrics.chain(chainId);
      const pool = createNodePool({ chainId, urls: rpcUrls, log: log.child({ chainId }), meter });
      const service = await createChainService({
        chain,
        store,
        client: createPublicClient({ transport: poolTransport(pool), cacheTime: 0 }),
        wsUrl,
        pollIntervalMs,
        protocols: PROTOCOLS,
        limits: { maxLagBlocks, maxLagSeconds },
        earliestBlock: environment.history
          ? earliestBlockOf(PROTOCOLS, { chainId, startBlock })
          : null,
        log,
        meter,
      });
      services.set(chainId, service);
    }
    const app = createApp({
      chains: services,
      protocols: PROTOCOLS,
      log,
      metrics,
      stopping: stop.signal,
      protection: guard,
      ...limitAnswers(createAnswers(), createQueue(environment.protection)),
    });
    addProcessMetrics(metrics);
    const { host, port } = environment;
    requireKeyBeyondLoopback(host, guard.keys);
    const server = await startServer({
      ...{ app, host, port, log },
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
        await closeServices();
        await guard.close();
        await store.close();
      },
    };
  } catch (error) {
    await closeServices();
    await guard.close();
    await store.close();
    throw error;
  }
}
