import type { Logger } from "pino";
import { createPublicClient, fallback, http, type PublicClient } from "viem";
import type { Store } from "../catalog/database.ts";
import type { Environment } from "../lib/env.ts";
import { PROTOCOLS } from "../protocols/index.ts";
import { createAnswers } from "./answers.ts";
import { createApp } from "./app.ts";
import { createChainService, type RunningChainService } from "./chain-service.ts";
import { addProcessMetrics, createMetrics } from "./metrics/metrics.ts";
import { startServer } from "./server.ts";

export interface LaunchOptions {
  readonly environment: Environment;
  /** Tables of every chain of the environment; closed with the API. */
  readonly store: Store;
  readonly log: Logger;
}

/** The public API with all it follows. */
export interface RunningApi {
  /** Without a slash at the end. */
  readonly url: string;
  /** Stops listening, lets requests in flight finish, then lets go of database and nodes. */
  close(): Promise<void>;
}

/**
 * Starts the public API on the tables of `store`, in the indexer's process or beside it. It answers from the start;
 * `/ready` says when every chain is indexed.
 *
 * @throws WrongChainError, ServerStartError. Nothing is left running then.
 */
export async function launchApi({ environment, store, log }: LaunchOptions): Promise<RunningApi> {
  const { maxLagBlocks, maxLagSeconds, pollingIntervalMs: pollIntervalMs } = environment;
  const services = new Map<number, RunningChainService>();
  const metrics = createMetrics(services);
  const closeServices = () => Promise.all([...services.values()].map((service) => service.close()));
  try {
    for (const [chainId, { chain, rpcUrls, wsUrl }] of environment.chains) {
      const service = await createChainService({
        chain,
        store,
        client: createNodeClient(rpcUrls),
        wsUrl,
        pollIntervalMs,
        protocols: PROTOCOLS,
        limits: { maxLagBlocks, maxLagSeconds },
        log,
        meter: metrics.chain(chainId),
      });
      services.set(chainId, service);
    }
    const app = createApp({
      chains: services,
      protocols: PROTOCOLS,
      log,
      metrics,
      ...createAnswers(),
    });
    addProcessMetrics(metrics);
    const { host, port } = environment;
    const server = await startServer({ app, host, port, log });
    log.info({ url: server.url }, "the API listens");
    return {
      url: server.url,
      async close() {
        // Requests in flight need the snapshots in memory and the nodes, not the tables.
        await Promise.all([server.close(), closeServices()]);
        await store.close();
      },
    };
  } catch (error) {
    await closeServices();
    await store.close();
    throw error;
  }
}

/** A client that asks the first URL, and the next ones when it fails. */
function createNodeClient(rpcUrls: readonly string[]): PublicClient {
  const transports = rpcUrls.map((url) => http(url));
  const [only] = transports;
  const transport = transports.length === 1 && only !== undefined ? only : fallback(transports);
  return createPublicClient({ transport, cacheTime: 0 });
}
