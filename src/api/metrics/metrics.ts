import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { NodeMeter } from "../../nodes/node.ts";

/** Why the service refused work that it could have done at another time. */
export type Refusal = "rate_limited" | "overloaded";

/**
 * What the simulation of an answered quote came to: the quoted amount, another one, a revert, or
 * nothing, where the node did not answer or the sender's tokens could not be supplied.
 */
export type SampleOutcome = (typeof SAMPLE_OUTCOMES)[number];

/**
 * What came of pools that are not indexed and that a request named: they are in the graph, hold
 * nothing, have too many ticks, too many were asked for, or the node did not answer.
 */
export type AdmissionOutcome = (typeof ADMISSION_OUTCOMES)[number];

const ADMISSION_OUTCOMES = ["admitted", "empty", "oversized", "limited", "failed"] as const;

const SAMPLE_OUTCOMES = ["equal", "different", "reverted", "unanswered"] as const;

/** What an answered request is counted under. */
export interface AnsweredRequest {
  readonly method: string;
  /** Path as the app declares it, `/api/v1/tokens`; never the caller's. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Counts and times of one chain. Times in seconds. */
export interface ChainMeter extends NodeMeter {
  /** One search for a route, found or not. */
  searched(seconds: number): void;
  /** One simulated transaction, with the reads that prepare it. */
  simulated(seconds: number): void;
  /** One quote that was simulated after it was answered. */
  sampled(outcome: SampleOutcome): void;
  /** One graph brought to a new block. */
  snapshotBuilt(seconds: number): void;
  /** One token or pool that a request named had pools that are not indexed. */
  admission(outcome: AdmissionOutcome): void;
  /** All rows were read again, as no block was common with the index. */
  reloaded(): void;
  /** The indexed chain went back by `blocks`, at least 1, before it went on. */
  reorganised(blocks: number): void;
}

/** What the service tells of itself to Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  answered(request: AnsweredRequest): void;
  refused(reason: Refusal): void;
  chain(chainId: number): ChainMeter;
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SEARCH_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];
const BUILD_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

/** Metrics in a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "weir_http_request_duration_seconds",
    help: "Time to answer a request, by route template and class of status.",
    labelNames: ["method", "route", "status"] as const,
    buckets: REQUEST_SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: "weir_refused_requests_total",
    help: "Requests refused for now: rate_limited (429) or overloaded (503).",
    labelNames: ["reason"] as const,
    registers,
  });
  for (const reason of ["rate_limited", "overloaded"]) refusals.inc({ reason }, 0);
  const byChain = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, labelNames: ["chain"] as const, buckets, registers });
  const searches = byChain(
    "weir_search_duration_seconds",
    "Time of one search for a route, found or not.",
    SEARCH_SECONDS,
  );
  const simulations = byChain(
    "weir_simulation_duration_seconds",
    "Time of one simulation, with the reads that prepare it.",
    REQUEST_SECONDS,
  );
  const samples = new Counter({
    name: "weir_quote_samples_total",
    help: "Quotes simulated after they were answered, by outcome: equal, different, reverted or unanswered.",
    labelNames: ["chain", "outcome"] as const,
    registers,
  });
  const builds = byChain(
    "weir_snapshot_build_duration_seconds",
    "Time to bring the graph in memory to a new block.",
    BUILD_SECONDS,
  );
  const admissions = new Counter({
    name: "weir_admissions_total",
    help: "Tokens and pools that requests named whose pools are not indexed, by outcome: admitted, empty, limited or failed.",
    labelNames: ["chain", "outcome"] as const,
    registers,
  });
  const reorgs = new Counter({
    name: "weir_reorgs_total",
    help: "Times the indexed chain went back before it went on.",
    labelNames: ["chain"] as const,
    registers,
  });
  const orphans = new Counter({
    name: "weir_reorged_blocks_total",
    help: "Indexed blocks that reorganisations took back.",
    labelNames: ["chain"] as const,
    registers,
  });
  const reloads = new Counter({
    name: "weir_graph_reloads_total",
    help: "Times all rows of a chain were read again, as no block was common with the index.",
    labelNames: ["chain"] as const,
    registers,
  });
  const nodes = new Histogram({
    name: "weir_node_request_duration_seconds",
    help: "Time of one request of the API to a node, by the place of its URL in the environment.",
    labelNames: ["chain", "node", "outcome"] as const,
    buckets: REQUEST_SECONDS,
    registers,
  });
  return {
    registry,
    answered: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: statusClass(status) }, seconds),
    refused: (reason) => refusals.inc({ reason }),
    chain(chainId) {
      const chain = String(chainId);
      reorgs.inc({ chain }, 0);
      orphans.inc({ chain }, 0);
      reloads.inc({ chain }, 0);
      for (const outcome of ADMISSION_OUTCOMES) admissions.inc({ chain, outcome }, 0);
      for (const outcome of SAMPLE_OUTCOMES) samples.inc({ chain, outcome }, 0);
      return {
        searched: (seconds) => searches.observe({ chain }, seconds),
        simulated: (seconds) => simulations.observe({ chain }, seconds),
        sampled: (outcome) => samples.inc({ chain, outcome }),
        snapshotBuilt: (seconds) => builds.observe({ chain }, seconds),
        admission: (outcome) => admissions.inc({ chain, outcome }),
        reloaded: () => reloads.inc({ chain }),
        reorganised(blocks) {
          reorgs.inc({ chain });
          orphans.inc({ chain }, blocks);
        },
        asked: ({ place, outcome, seconds }) =>
          nodes.observe({ chain, node: String(place), outcome }, seconds),
      };
    },
  };
}

/**
 * Adds what the process tells of itself: CPU, memory, garbage collection, event loop delay. Once
 * per registry.
 */
export function addProcessMetrics({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}

function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}
