import { pino } from "pino";
import { createPublicClient } from "viem";
import { vi } from "vitest";
import type { ProviderName } from "../../devnet/provider/classes.ts";
import { startProvider } from "../../devnet/provider/provider.ts";
import { createChainService, type RunningChainService } from "../../src/api/chain/chain-service.ts";
import { createPoolHistories } from "../../src/api/history/pools.ts";
import { createApp } from "../../src/api/http/app.ts";
import { createStreams } from "../../src/api/http/streams.ts";
import { createAnswers } from "../../src/api/main/answers.ts";
import { createMetrics } from "../../src/api/metrics/metrics.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import { nodesTransport } from "../../src/nodes/transport.ts";
import { PROTOCOLS } from "../../src/protocols/index.ts";
import { startChaosRpc } from "../harness/chaos-rpc.ts";
import type { RunningService } from "../harness/service.ts";

const log = pino({ level: "silent" });

/** The service as it is when its only node is of a class; the index stays what it is. */
export async function behind(weir: RunningService, name: ProviderName) {
  const nodeUrl = weir.devnet.chains[0]?.url ?? "";
  const chain = CHAINS.get(1);
  if (chain === undefined) throw new Error("chain 1 is unknown");
  const provider = await startProvider({ nodeUrl, name });
  const chaos = await startChaosRpc(provider.url);
  const transport = nodesTransport({ chainId: 1, urls: [chaos.url], log, waitMs: 1_000 });
  const metrics = createMetrics();
  const service = await createChainService({
    ...{ chain, store: weir.store, log, wsUrl: provider.wsUrl, protocols: PROTOCOLS },
    client: createPublicClient({ transport, cacheTime: 0 }),
    limits: { maxLagChainSeconds: 60, maxLagSeconds: 30 },
    earliestBlock: 0,
    meter: metrics.chain(1),
  });
  const app = createApp({
    ...{ chains: new Map([[1, service]]), protocols: PROTOCOLS, log, metrics },
    poolHistory: createPoolHistories(PROTOCOLS),
    publicUrl: "http://127.0.0.1:42069",
    streams: createStreams(),
    ...createAnswers({ share: 0, log }),
  });
  return { provider, chaos, service, rented: { ...weir, app, service: () => service } };
}

/** Until the service's graph is that of the node's newest block. */
export async function caughtUp(weir: RunningService, service: RunningChainService): Promise<void> {
  const { hash } = await weir.node(1).getBlock();
  const isThere = () => service.status().ready && service.lastSnapshot()?.block.hash === hash;
  await vi.waitUntil(isThere, { timeout: 60_000, interval: 20 });
}
