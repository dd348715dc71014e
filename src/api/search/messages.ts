import type { Address } from "viem";
import type { Chain } from "../../lib/chain.ts";
import type { PoolState } from "../../protocols/protocol.ts";
import type { UsageReport } from "../child-process.ts";
import type { Head } from "../graph/heads.ts";
import type { PriceFeedRow, TokenRow } from "../graph/memory.ts";
import type { GasPrice } from "../router/find-route.ts";
import type { RouteRequest } from "../router/route.ts";
import type { PlainResult } from "./plain-route.ts";

/** A whole state with the family that understands it. */
export interface WholeState {
  readonly family: string;
  readonly state: PoolState;
}

/** The members of a state that are not those of the one before it; what a pool's states share, as its ticks, is sent once. */
export interface ChangedState {
  readonly id: string;
  readonly members: Partial<PoolState>;
}

/** What a graph is made from, as far as it differs from the version before. */
export interface GraphNews {
  readonly head: Head;
  readonly states: readonly (WholeState | ChangedState)[];
  readonly goneStates: readonly string[];
  readonly tokens: readonly TokenRow[];
  readonly goneTokens: readonly Address[];
  /** Tokens that were rebuilt for: changed or gone rows, and verdicts. */
  readonly touchedTokens: readonly Address[];
  /** Tokens that were found to have passed the quality check. */
  readonly accepted: readonly Address[];
  /** All of them. */
  readonly priceFeeds: readonly PriceFeedRow[];
}

/**
 * What a search process is told, in order. A feed is a number of its own for each start of following a chain's tables, a version one for
 * each of its snapshots, ascending.
 */
export type Order =
  | { readonly kind: "open"; readonly feed: number; readonly chain: Chain }
  /** Some of the states of the version that is sent next. */
  | { readonly kind: "states"; readonly feed: number; readonly states: readonly WholeState[] }
  | {
      readonly kind: "graph";
      readonly feed: number;
      readonly version: number;
      readonly news: GraphNews;
    }
  | { readonly kind: "forget"; readonly feed: number }
  | {
      readonly kind: "search";
      readonly id: number;
      readonly feed: number;
      readonly version: number;
      readonly request: RouteRequest;
      readonly gasPrice: GasPrice;
    };

/** What a search process tells. */
export type Report =
  | { readonly kind: "built"; readonly feed: number; readonly version: number }
  | {
      readonly kind: "found";
      readonly id: number;
      readonly result: PlainResult;
      /** What the search took. */
      readonly seconds: number;
    }
  /** The search threw; whoever asked finds out why by searching. */
  | { readonly kind: "failed"; readonly id: number }
  | UsageReport;

/** Versions of a feed that a search process keeps: requests hold the snapshot that they started with. */
export const KEPT_VERSIONS = 4;
