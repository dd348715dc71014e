import type { Logger } from "pino";
import type { Protocol } from "../../protocols/protocol.ts";
import type { AnswerBundle } from "../bundle/request.ts";
import type { ChainService } from "../chain/service.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { RecordedHistory } from "../history/history.ts";
import type { PoolHistories } from "../history/pools.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { SqlRunner } from "../sql/runner.ts";
import type { Listing } from "../trade/listing.ts";
import type { TransactionAnswer, TransactionRequest } from "../trade/pipeline.ts";
import type { Access } from "./access.ts";
import type { DevnetNodes } from "./page/devnet.ts";
import type { PageFiles } from "./page/files.ts";
import type { Streams } from "./streams.ts";

/**
 * What keeps callers from asking for more than they may and the service from doing more than it
 * can.
 */
export interface Protection extends Access {
  /** Milliseconds after which a request is given up. */
  readonly requestTimeoutMs: number;
}

/** Everything the HTTP app needs; it knows no Ponder, no environment, no globals. */
export interface Deps {
  readonly chains: ReadonlyMap<number, ChainService>;
  readonly protocols: readonly Protocol[];
  readonly log: Logger;
  /** Where callers reach the service, without a slash at the end; no request's own word for it. */
  readonly publicUrl: string;
  /** Absent: anybody may ask for anything, for any time. */
  readonly protection?: Protection | undefined;
  /** What a pool traded and paid over time. */
  readonly poolHistory: PoolHistories;
  /** Prices, yields and values over time; absent where none are recorded. */
  readonly recorded?: RecordedHistory | undefined;
  /** The built page; absent where there is none. */
  readonly page?: PageFiles | undefined;
  /** Nodes whose accounts the page may use; absent on real chains. */
  readonly devnet?: DevnetNodes | undefined;
  /** Runs queries of callers on the views; absent where none may. */
  readonly sql?: SqlRunner | undefined;
  /** Streams that callers keep open. */
  readonly streams: Streams;
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
