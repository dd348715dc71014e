import { Gauge, type Registry } from "prom-client";
import type { ChainService, ChainStatus } from "../chain/service.ts";
import type { Snapshot } from "../graph/snapshot.ts";

type Reading = number | null;

/**
 * Registers gauges that are read from the chains whenever the metrics are; what is unknown has no
 * sample.
 *
 * @param chains May be filled later.
 */
export function watchChains(chains: ReadonlyMap<number, ChainService>, registry: Registry): void {
  /** @param aggregator What is told of several processes: each reads the same chains. */
  const gauge = (
    name: string,
    help: string,
    aggregator: "min" | "max",
    read: (service: ChainService) => Reading,
  ) =>
    new Gauge({
      ...{ name, help, aggregator },
      labelNames: ["chain"] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const [chainId, service] of chains) {
          const value = read(service);
          if (value !== null) this.set({ chain: String(chainId) }, value);
        }
      },
    });
  const ofStatus = (read: (status: ChainStatus) => Reading) => (service: ChainService) =>
    read(service.status());
  const ofGraph = (read: (snapshot: Snapshot) => number) => (service: ChainService) => {
    const snapshot = service.lastSnapshot();
    return snapshot === null ? null : read(snapshot);
  };

  gauge(
    "weir_chain_ready",
    "1 while route and quote answer, else 0.",
    "min",
    ofStatus(({ ready }) => (ready ? 1 : 0)),
  );
  gauge(
    "weir_indexed_block",
    "Number of the block that answers are for.",
    "min",
    ofStatus(({ indexedBlock }) => indexedBlock),
  );
  gauge(
    "weir_head_block",
    "Number of the node's newest block; absent while the node is out of reach.",
    "max",
    ofStatus(({ headBlock }) => headBlock),
  );
  gauge(
    "weir_head_lag_blocks",
    "Blocks that the index is behind the node; absent while either is unknown.",
    "max",
    ofStatus(({ lagBlocks }) => lagBlocks),
  );
  gauge(
    "weir_head_lag_seconds",
    "Seconds that the index is behind the node by the times of the blocks; absent while either is unknown.",
    "max",
    ofStatus(({ lagSeconds }) => lagSeconds),
  );
  gauge(
    "weir_graph_pools",
    "Pools and other states in the graph.",
    "min",
    ofGraph(({ pools }) => pools.size),
  );
  gauge(
    "weir_graph_edges",
    "Edges, one per direction of a pool, in the graph.",
    "min",
    ofGraph(edgesIn),
  );
  gauge(
    "weir_graph_tokens",
    "Tokens that can be traded.",
    "min",
    ofGraph(({ tokens }) => tokens.size),
  );
  watchPools(chains, registry);
  watchSimulation(chains, registry);
}

/** Registers the gauge of which pools are in the graph. */
function watchPools(chains: ReadonlyMap<number, ChainService>, registry: Registry): void {
  new Gauge({
    name: "weir_pools",
    help: "Pools by why they are in the graph, eligible or admitted, or not: dormant.",
    aggregator: "max",
    labelNames: ["chain", "state"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [chainId, service] of chains) {
        for (const [state, pools] of Object.entries(service.pools())) {
          this.set({ chain: String(chainId), state }, pools);
        }
      }
    },
  });
}

/** Registers the gauge of how each node simulates. */
function watchSimulation(chains: ReadonlyMap<number, ChainService>, registry: Registry): void {
  new Gauge({
    name: "weir_node_simulation",
    help: "1 for the means by which a node simulates: eth_simulateV1, eth_call, none or unknown.",
    aggregator: "max",
    labelNames: ["chain", "node", "means"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [chainId, service] of chains) {
        for (const [at, means] of service.status().simulation.entries()) {
          this.set({ chain: String(chainId), node: String(at + 1), means }, 1);
        }
      }
    },
  });
}

function edgesIn({ edges }: Snapshot): number {
  let count = 0;
  for (const out of edges.values()) count += out.length;
  return count;
}
