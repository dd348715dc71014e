import type { Logger } from "pino";
import type { PublicClient } from "viem";
import type { Chain } from "../lib/chain.ts";
import type { Protocol } from "../protocols/protocol.ts";
import type { Access } from "./access.ts";
import type { AnswerBundle } from "./bundle/request.ts";
import type { Snapshot } from "./graph/snapshot.ts";
import type { HistoryRange, PoolPoint, RecordedHistory } from "./history/history.ts";
import type { Listing } from "./listing.ts";
import type { ChainMeter, Metrics } from "./metrics/metrics.ts";
import type { Moment } from "./past/unavailable.ts";
import type { TransactionAnswer, TransactionRequest } from "./pipeline.ts";
import type { SqlRunner } from "./sql/runner.ts";

/** How far the index is behind the node. */
export interface ChainStatus {
  readonly chainId: number;
  readonly name: string;
  /** Block of the current snapshot; null before the first one. */
  readonly indexedBlock: number | null;
  /** Last head the node announced; null while the node is out of reach. */
  readonly headBlock: number | null;
  /** Blocks between the two; null when one of them is unknown. */
  readonly lagBlocks: number | null;
  /** Whether route and quote answer on this chain. */
  readonly ready: boolean;
  /** Why not, in words for an operator; null when ready. */
  readonly reason: string | null;
}

/** One indexed chain as the API sees it. */
export interface ChainService {
  readonly chain: Chain;
  /** Node of the chain, for simulation. */
  readonly client: PublicClient;
  /** Current snapshot. Throws `ServiceError` `INDEX_STALE` when the index is behind or was never filled. */
  snapshot(): Snapshot;
  /** Last snapshot, stale or not, for the lists; null before the first one. */
  lastSnapshot(): Snapshot | null;
  /**
   * The chain as it was at a moment: a service whose snapshots are that moment's.
   *
   * @throws {ServiceError} `BLOCK_UNAVAILABLE`, `INDEX_STALE`, `OVERLOADED`, `UPSTREAM_UNAVAILABLE`.
   */
  at(moment: Moment): Promise<ChainService>;
  /**
   * What a pool traded and paid by interval, ascending; intervals in which nothing changed are left out.
   *
   * @param id Its id, an address that it has for itself, or a token that it issues.
   */
  poolHistory(id: string, range: HistoryRange): Promise<readonly PoolPoint[]>;
  status(): ChainStatus;
  /** Counts what the chain costs; absent where nobody asks. */
  readonly meter?: ChainMeter | undefined;
}

/** What keeps callers from asking for more than they may and the service from doing more than it can. */
export interface Protection extends Access {
  /** Milliseconds after which a request is given up. */
  readonly requestTimeoutMs: number;
}

/** Everything the HTTP app needs; it knows no Ponder, no environment, no globals. */
export interface Deps {
  readonly chains: ReadonlyMap<number, ChainService>;
  readonly protocols: readonly Protocol[];
  readonly log: Logger;
  /** Absent: anybody may ask for anything, for any time. */
  readonly protection?: Protection | undefined;
  /** Prices, yields and values over time; absent where none are recorded. */
  readonly recorded?: RecordedHistory | undefined;
  /** Runs queries of callers on the views; absent where none may. */
  readonly sql?: SqlRunner | undefined;
  /** Counts every answer; served at `/metrics`. */
  readonly metrics: Metrics;
  /** Aborted when the service is about to close; absent where it never does. */
  readonly stopping?: AbortSignal;
  /** Routes, builds and simulates one transaction on the current block; throws `ServiceError`. */
  readonly answer: (
    service: ChainService,
    request: TransactionRequest,
  ) => Promise<TransactionAnswer>;
  /** Tokens and positions of a snapshot with their yields. */
  readonly listing: (snapshot: Snapshot) => Listing;
  /** Compiles and simulates a bundle on the current block; throws `ServiceError`. */
  readonly answerBundle: AnswerBundle;
}
