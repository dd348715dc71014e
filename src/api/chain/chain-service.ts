import type { Logger } from "pino";
import type { Address, PublicClient } from "viem";
import type { Store } from "../../catalog/database.ts";
import type { Chain } from "../../lib/chain.ts";
import { ServiceError } from "../../lib/errors.ts";
import { simulationOf } from "../../nodes/simulators/chain-simulation.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import { startFeed } from "../graph/feed.ts";
import { assessFreshness, type Freshness, type LagLimits } from "../graph/freshness.ts";
import type { Head } from "../graph/heads.ts";
import { watchNodeHead } from "../graph/node-head.ts";
import { createQualityGate } from "../graph/quality-gate.ts";
import type { Eligibility } from "../graph/selection.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import { createStoredVerdicts } from "../graph/stored-verdicts.ts";
import type { UnreadPools } from "../graph/unread-pools.ts";
import type { ChainMeter } from "../metrics/metrics.ts";
import { chooseConnectors } from "../prices/choose-connectors.ts";
import { createPriceBook, usdPerUnit } from "../prices/prices.ts";
import { createConnectorChoices } from "../records/chosen-connectors.ts";
import type { Records } from "../records/open.ts";
import { watchOwnContracts } from "./own-contracts.ts";
import { createPast } from "./past/past.ts";
import type { ChainService, ChainStatus } from "./service.ts";

export interface ChainServiceOptions {
  readonly chain: Chain;
  /** Tables of the chain; closed by who made it. */
  readonly store: Store;
  /** Node of the chain. */
  readonly client: PublicClient;
  /** Announces new heads at once; null: poll. */
  readonly wsUrl: string | null;
  /** Milliseconds between two questions for the node's head; 1,000 when absent. */
  readonly pollIntervalMs?: number;
  readonly protocols: readonly Protocol[];
  readonly limits: LagLimits;
  /** First block whose state the tables tell; null or absent: they keep no history. */
  readonly earliestBlock?: number | null;
  /** What is left of the past; absent or undefined: all of it. */
  readonly retained?:
    | (() => { readonly block: number; readonly since: number } | undefined)
    | undefined;
  /** Where verdicts on tokens and choices of connectors are kept; absent: in memory alone. */
  readonly records?: Pick<Records, "db"> | undefined;
  /** Of chains with many pools, which are in the graph; absent: all. */
  readonly pools?: Pick<Eligibility, "allBelow" | "leastUsd"> | undefined;
  /** Pools that the tables do not have; absent: they have all. */
  readonly unread?: UnreadPools | undefined;
  readonly log: Logger;
  readonly meter?: ChainMeter | undefined;
  /** Called with each new snapshot, after it became the current one. */
  readonly onSnapshot?: (snapshot: Snapshot) => void;
}

/** A chain service that can be brought up to date and ended. */
export interface RunningChainService extends ChainService {
  /** The indexed chain up to the current snapshot's block, ascending; empty before the first. */
  heads(): readonly Head[];
  /** Looks at the tables and at the node's head now. Rejects when the tables cannot be read. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** The node serves another chain than the one it is configured for. */
export class WrongChainError extends Error {
  override readonly name = "WrongChainError";
  readonly code = "WRONG_CHAIN";
  readonly expected: number;
  readonly found: number;

  constructor(expected: number, found: number) {
    super(
      `the node of PONDER_RPC_URL_${expected} serves chain ${found}, not ${expected}; set the URL of a node of chain ${expected}.`,
    );
    this.expected = expected;
    this.found = found;
  }
}

const DEFAULT_POLL_INTERVAL_MS = 1_000;

/**
 * Starts to follow the tables and the node of one chain. Does not wait for the index: until the
 * first snapshot, `snapshot()` throws and `status()` says why.
 *
 * @throws WrongChainError
 */
export async function createChainService(
  options: ChainServiceOptions,
): Promise<RunningChainService> {
  const { chain, store, client, wsUrl, protocols, limits, meter } = options;
  const log = options.log.child({ chainId: chain.chainId });
  await requireChain(client, chain, log);
  const contracts = watchOwnContracts({ chain, client, log });
  const simulation = simulationOf(client);
  void contracts.look();
  void simulation.look();
  let publishedAtMs = 0;
  const node = watchNodeHead({
    client,
    wsUrl,
    pollIntervalMs: options.pollIntervalMs ?? DEFAULT_POLL_INTERVAL_MS,
    log,
  });
  /** Of the node, as it was when it last answered. */
  const newestBlock = (): number | null => node.view().heads.at(-1)?.number ?? null;
  const { records } = options;
  const stored = records && createStoredVerdicts(records, chain.chainId);
  const connectors = records && createConnectorChoices(records, chain.chainId);
  const quality = createQualityGate({ chain, store, client, log, stored });
  const feed = startFeed({
    chain,
    store,
    protocols,
    log,
    meter,
    quality,
    newestBlock,
    unread: options.unread,
    chooseConnectors: async (snapshot) => {
      const choose = () => chooseConnectors(snapshot);
      return connectors === undefined ? choose() : connectors.at(snapshot.block.timestamp, choose);
    },
    eligibility: options.pools && { ...options.pools, unitPrices },
    onSnapshot(snapshot) {
      publishedAtMs = performance.now();
      void contracts.look();
      void simulation.look();
      if ((newestBlock() ?? -1) < snapshot.block.number) void node.poll();
      options.onSnapshot?.(snapshot);
    },
  });

  const earliestBlock = (): number | null => {
    const first = options.earliestBlock ?? null;
    return first === null ? null : Math.max(first, options.retained?.()?.block ?? 0);
  };
  const past = createPast({
    ...{ chain, store, client, protocols, earliestBlock, accepts: quality.accepts },
    connectorsAt: connectors?.recorded,
  });

  function freshness(): Freshness {
    const index = { heads: feed.heads(), publishedAtMs };
    return assessFreshness(index, node.view(), { limits, nowMs: performance.now() });
  }

  /** Why tokens cannot be checked nor transactions simulated; null: some node can, or might. */
  function hopeless(): string | null {
    const isHopeless = simulation.means().every((means) => means === "none");
    return isHopeless ? "none of its nodes can simulate, see simulation" : null;
  }

  /** `snapshot` where it is fresh enough to be quoted. */
  function quotable(snapshot: Snapshot | null): Snapshot {
    const state = freshness();
    if (snapshot !== null && state.fresh) return snapshot;
    throw notFresh(chain, state);
  }

  const service: RunningChainService = {
    chain,
    client,
    get earliestBlock() {
      return earliestBlock();
    },
    get retainedSince() {
      return options.retained?.()?.since;
    },
    meter,
    contracts,
    heads: feed.heads,
    lastSnapshot: feed.snapshot,
    pools: feed.pools,
    async admit(names, caller) {
      try {
        await feed.admit(names, caller);
      } catch (error) {
        const known = feed.snapshot()?.tokens;
        const unread =
          error instanceof ServiceError ? ((error.data.addresses ?? []) as Address[]) : [];
        if (unread.some((name) => known?.has(name) !== true)) throw error;
        // The request is answered from the tokens that are known.
        log.warn({ err: error }, "tokens that a request names cannot be checked");
      }
    },
    unseen: (names) => options.unread?.unseen(names) ?? null,
    snapshot: () => quotable(feed.snapshot()),
    async at(moment) {
      const present = feed.present();
      if (present === null) throw notFresh(chain, freshness());
      const snapshot = await past.at(moment, present);
      const isNow = snapshot === present.graph.snapshot;
      return {
        ...service,
        snapshot: () => (isNow ? quotable(snapshot) : snapshot),
        lastSnapshot: () => snapshot,
      };
    },
    read: (query) => store.snapshot(query),
    status(): ChainStatus {
      const state = freshness();
      return {
        chainId: chain.chainId,
        name: chain.name,
        indexedBlock: feed.snapshot()?.block.number ?? null,
        headBlock: node.isReachable() ? newestBlock() : null,
        lagBlocks: node.isReachable() ? state.lagBlocks : null,
        lagSeconds: node.isReachable() ? state.lagSeconds : null,
        ready: state.fresh,
        reason: state.fresh ? null : (hopeless() ?? state.reason),
        contracts: contracts.standing(),
        simulation: simulation.means(),
      };
    },
    async refresh() {
      await Promise.all([feed.refresh(), node.poll()]);
    },
    async close() {
      await Promise.all([feed.close(), node.close()]);
    },
  };
  return service;
}

/** Dollars of a smallest unit of tokens, as far as a snapshot's pools tell. */
export function unitPrices(
  snapshot: Snapshot,
  tokens: Iterable<Address>,
): ReadonlyMap<Address, number> {
  const book = createPriceBook(snapshot);
  return new Map(
    [...tokens].flatMap((token) => {
      const usd = usdPerUnit(book, token);
      return usd === null ? [] : [[token, usd] as const];
    }),
  );
}

/** A node that does not answer now may do so later, and its blocks are compared by hash then. */
async function requireChain(client: PublicClient, chain: Chain, log: Logger): Promise<void> {
  let found: number;
  try {
    found = await client.getChainId();
  } catch (error) {
    log.warn({ err: error }, "the node does not answer yet");
    return;
  }
  if (found !== chain.chainId) throw new WrongChainError(chain.chainId, found);
}

function notFresh(chain: Chain, state: Freshness): ServiceError {
  const { code, reason } = state.fresh
    ? { code: "INDEX_STALE" as const, reason: "no block is indexed yet" }
    : state;
  const retryAfterSeconds = Math.max(1, Math.ceil(chain.blockTimeSeconds));
  return new ServiceError(
    code,
    `chain ${chain.chainId} cannot be quoted now: ${reason}; try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
