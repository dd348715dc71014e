import type { Address } from "viem";
import type { PoolState } from "../../protocols/protocol.ts";
import type { GraphEdge } from "../graph/snapshot.ts";

/** What a route starts from: at least 1 of a token, in its smallest unit. */
export interface RouteInput {
  readonly token: Address;
  readonly amount: bigint;
}

/** What the router is asked for. Amounts in the smallest unit of their token. */
export interface RouteRequest {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** At least 1. */
  readonly amountIn: bigint;
  /** Slugs to use alone; empty: all. */
  readonly onlyProtocols: readonly string[];
  readonly ignoreProtocols: readonly string[];
  /** Most hops that a route may have, all branches counted, wrapping not; absent: no limit. */
  readonly maxLegs?: number | undefined;
  /**
   * Most gas that the hops may need by their estimates; absent: what a transaction of the chain may
   * have.
   */
  readonly maxGas?: bigint;
  /**
   * Pools that differ from the snapshot because of earlier trades of the same transaction, by id.
   */
  readonly before?: ReadonlyMap<string, PoolState>;
  /** Tokens that it may pass through besides those that every search may. */
  readonly through?: readonly Address[];
  /** Tokens that it does not pass through, unless every search may. */
  readonly around?: readonly Address[];
  /** Whether a route tells what was not chosen, which takes longer. */
  readonly alternatives?: boolean;
}

/**
 * An edge with its exact amounts. A route uses each (pool, direction) at most once.
 *
 * `shareX64` is the part of what is left of `edge.tokenIn` that this hop takes, floor(left * share
 * / 2^64), when it is reached in order; null takes all that is left. The program computes the same
 * number with the same fraction.
 */
export interface Hop {
  readonly edge: GraphEdge;
  /** The pool as the hop finds it. */
  readonly state: PoolState;
  readonly shareX64: bigint | null;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly gas: bigint;
  /**
   * Set where the pool takes or pays several tokens at once for its share: of a deposit what goes
   * in beside `amountIn`, all that is left of each token; of a redemption what comes out beside
   * `amountOut`. In the pool's order, `edge`'s own token first.
   */
  readonly beside?: readonly RouteInput[];
}

/**
 * A proof of quality: no route within the request's limits, of chains of at most eight hops, is
 * worth more than `upperBound` after its hops' gas.
 */
export interface Certificate {
  /** Smallest unit of tokenOut. */
  readonly upperBound: bigint;
  /**
   * floor((upperBound - net) * 10^6 / amountOut) / 100, in basis points, where net is amountOut
   * less the cost of the route's gas.
   */
  readonly gapBps: number;
}

/**
 * A directed acyclic flow from tokenIn to tokenOut: hops in execution order, replayed exactly on
 * carried state.
 */
export interface Route {
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly hops: readonly Hop[];
  /** Sum of the hops' gas. */
  readonly gas: bigint;
  /** Null when the engine proves nothing. */
  readonly certificate: Certificate | null;
  /** Pools of the route after it, by id: where a later trade of the same transaction starts. */
  readonly after: ReadonlyMap<string, PoolState>;
  /** Routes considered and not chosen, best first; not all of them where none was asked for. */
  readonly alternatives: readonly Alternative[];
}

/** A route from one to five tokens, no token twice, in one flow to `tokenOut`. */
export interface JointRoute extends Omit<Route, "tokenIn" | "amountIn"> {
  readonly inputs: readonly RouteInput[];
}

/** Alternatives that a route reports. */
export const MAX_ALTERNATIVES = 3;

export interface Alternative {
  readonly amountOut: bigint;
  readonly gas: bigint;
  /** Pool ids in hop order. */
  readonly pools: readonly string[];
}

export type RouteFailure =
  | { readonly ok: false; readonly reason: "no-route" }
  | {
      readonly ok: false;
      readonly reason: "insufficient-liquidity" | "cap-exceeded";
      readonly maxAmountIn: bigint;
    }
  /** `slug`: the protocol that refuses. */
  | { readonly ok: false; readonly reason: "paused"; readonly slug: string }
  | { readonly ok: false; readonly reason: "amount-too-small"; readonly minAmountIn: bigint };

export type RouteResult = { readonly ok: true; readonly route: Route } | RouteFailure;
