import type { UsageReport } from "../child-process.ts";
import type { QueueLimits } from "../limits/queue.ts";

/** What the gate's process is told. */
export type Order =
  | ({ readonly kind: "listen" } & GateSettings)
  /** The service is about to close: each response ends its connection from now on. */
  | { readonly kind: "stopping" }
  /** Take requests for so long if anybody is connected, then no more; end once those in flight are answered. */
  | { readonly kind: "close"; readonly delayMs: number };

/** What the gate's process tells. */
export type Report =
  | { readonly kind: "listening"; readonly port: number }
  /** The address cannot be listened on; `code` is the system's. */
  | { readonly kind: "failed"; readonly code: string; readonly message: string }
  /** Requests that were refused since the last report of them. */
  | { readonly kind: "refused"; readonly refused: readonly RefusedRequests[] }
  /** Requests in flight were cut at the end. */
  | { readonly kind: "cut"; readonly afterMs: number }
  | UsageReport;

/** What a gate listens on, and whom it asks. */
export interface GateSettings {
  /** Interface to listen on. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Unix socket of the server that answers, alone in its directory, which goes with the gate. */
  readonly socketPath: string;
  /** Requests that are refused when too many wait; null: every request is passed on. */
  readonly limits: GateLimits | null;
}

/** How many requests may be with the server at once, and wait for that, and which: those to these paths. */
export interface GateLimits extends QueueLimits {
  readonly paths: readonly string[];
}

/** Requests that were refused alike. */
export interface RefusedRequests {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly count: number;
}

/** Headers in which the gate tells the server of a request; what a client says there is left out. */
export const GATE_HEADERS = {
  /** Other end of the connection; empty where it is gone. */
  remoteAddress: "x-weir-remote-address",
  /** When the gate had read the request's headers: nanoseconds of `process.hrtime`, a clock that the processes of a machine share. */
  arrivedAt: "x-weir-arrived-at",
} as const;
