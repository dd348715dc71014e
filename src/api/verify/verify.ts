import type { StateOverride } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import type { ChainService } from "../chain/service.ts";
import type { GraphEdge, Snapshot } from "../graph/snapshot.ts";
import { gasPriceIn } from "../prices/gas-price.ts";
import { createPriceBooks } from "../prices/prices.ts";
import { findJointRoute } from "../router/joint-route.ts";
import { familiesOf, type Random, sampledAmount, sampledEdges, sampledRequest } from "./samples.ts";
import { type Outcome, type TrialNode, tryEdge, tryRoute } from "./trial.ts";

/** What was compared with the chain. */
export interface Compared {
  /** A family, or `routes`. */
  readonly subject: string;
  /** States, or routes. */
  readonly samples: number;
  /** Plans by what came of them; `rounded` are equal but for what a token rounds. */
  readonly counts: Readonly<Record<Outcome["kind"] | "rounded", number>>;
  /** Those that are different, and those that the chain refuses. */
  readonly findings: readonly Finding[];
}

/** A quote that is not what the chain does. */
export interface Finding {
  readonly block: number;
  /** Ids of the states on the way. */
  readonly states: readonly string[];
  readonly action: string;
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly amountIn: bigint;
  readonly outcome: Extract<Outcome, { kind: "different" | "reverted" }>;
}

export interface VerifyOptions {
  readonly service: Pick<ChainService, "chain" | "client" | "snapshot">;
  /** For chains on which Weir's contracts are not deployed: their code; else empty. */
  readonly overrides: StateOverride;
  /** States of each family, at most. */
  readonly states: number;
  readonly routes: number;
  /** Families to look at; empty: all that the graph has. */
  readonly families: readonly string[];
  readonly random: Random;
  /** Called with each comparison when it is done. */
  readonly onCompared: (compared: Compared) => void;
}

/** How often a trial begins anew where its block was replaced or forgotten. */
const ATTEMPTS = 3;

/**
 * Compares quotes of random states of every family, and random routes, with what the chain's node
 * makes of them: each is run as a transaction in the block after the snapshot's.
 *
 * @throws {ServiceError} `INDEX_STALE`, `UPSTREAM_UNAVAILABLE`.
 */
export async function verify(options: VerifyOptions): Promise<readonly Compared[]> {
  const all: Compared[] = [];
  const done = (compared: Compared): void => {
    all.push(compared);
    options.onCompared(compared);
  };
  const present = familiesOf(options.service.snapshot());
  const asked = options.families.length === 0 ? present : options.families;
  for (const family of asked) done(await compareFamily(family, options));
  if (options.routes > 0) done(await compareRoutes(options));
  return all;
}

async function compareFamily(family: string, options: VerifyOptions): Promise<Compared> {
  const { service, overrides, states: count, random } = options;
  const node: TrialNode = { service, overrides };
  const report = startReport(family);
  for (const edges of sampledEdges(service.snapshot(), family, { count, random })) {
    report.sampled();
    for (const { place, state, tokenIn } of edges) {
      await onFreshSnapshot(service, async (snapshot) => {
        const edge = snapshot.edges
          .get(tokenIn)
          ?.find((one) => one.state.id === state.id && one.place === place);
        if (edge === undefined) return;
        const amountIn = sampledAmount(snapshot, edge, random);
        if (amountIn === 0n) return report.add({ kind: "untried", reason: "full" });
        const outcome = await tryEdge(node, snapshot, { edge, amountIn });
        report.add(outcome, { snapshot, edges: [edge], amountIn });
      });
    }
  }
  return report.end();
}

async function compareRoutes(options: VerifyOptions): Promise<Compared> {
  const { service, overrides, random } = options;
  const pricesOf = createPriceBooks();
  const report = startReport("routes");
  for (let i = 0; i < options.routes; i++) {
    await onFreshSnapshot(service, async (snapshot) => {
      const prices = pricesOf(snapshot);
      const request = sampledRequest(snapshot, prices, random);
      if (request === null) return;
      report.sampled();
      const found = findJointRoute(
        snapshot,
        request,
        gasPriceIn(request.tokenOut, snapshot, prices),
      );
      if (!found.ok) return report.add({ kind: "untried", reason: found.failure.reason });
      const { hops, inputs } = found.route;
      const outcome = await tryRoute({ service, overrides }, snapshot, found.route);
      const edges = hops.map(({ edge }) => edge);
      report.add(outcome, { snapshot, edges, amountIn: inputs[0]?.amount ?? 0n });
    });
  }
  return report.end();
}

/** Runs a trial on the present snapshot, and on a later one where the node no longer has that. */
async function onFreshSnapshot(
  service: Pick<ChainService, "snapshot">,
  trial: (snapshot: Snapshot) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await trial(service.snapshot());
    } catch (error) {
      const isStale = error instanceof ServiceError && error.code === "INDEX_STALE";
      if (!isStale || attempt === ATTEMPTS) throw error;
    }
  }
}

interface Tried {
  readonly snapshot: Snapshot;
  readonly edges: readonly GraphEdge[];
  readonly amountIn: bigint;
}

function startReport(subject: string) {
  const counts = { equal: 0, rounded: 0, different: 0, reverted: 0, untried: 0 };
  const findings: Finding[] = [];
  let samples = 0;
  return {
    sampled(): void {
      samples += 1;
    },
    add(outcome: Outcome, tried?: Tried): void {
      counts[outcome.kind === "equal" && outcome.isRounded ? "rounded" : outcome.kind] += 1;
      if (outcome.kind === "equal" || outcome.kind === "untried" || tried === undefined) return;
      const { snapshot, edges, amountIn } = tried;
      const [first, last] = [edges[0], edges.at(-1)];
      findings.push({
        ...{ block: snapshot.block.number, states: edges.map(({ state }) => state.id), amountIn },
        action: edges.length === 1 ? (first?.action ?? "") : "route",
        ...{ tokenIn: first?.tokenIn ?? "", tokenOut: last?.tokenOut ?? "", outcome },
      });
    },
    end: (): Compared => ({ subject, samples, counts, findings }),
  };
}
