import type { Address, Hash } from "viem";
import type { FeedAnswer } from "../../catalog/price-feeds/reading.ts";
import type { DataFee } from "../../lib/data-fee/data-fee.ts";
import type { SharedMap } from "../../lib/shared-map.ts";
import type { BlockContext, Edge, PoolState, Protocol } from "../../protocols/protocol.ts";
import type { IssuedToken, OpenPosition } from "./issues.ts";

/** What a token's Chainlink feed says at the block. */
export interface PriceFeedAnswer extends FeedAnswer {
  /** The longest that the feed waits between two answers while it works. */
  readonly heartbeatSeconds: number;
}

/** An indexed block. */
export interface Block {
  readonly number: number;
  readonly hash: Hash;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  /** Wei per gas. */
  readonly baseFeePerGas: bigint;
}

export interface Token {
  readonly address: Address;
  readonly decimals: number;
  readonly symbol: string | null;
  readonly name: string | null;
}

/** An edge together with the pool it belongs to: everything needed to quote and to execute it. */
export interface GraphEdge extends Edge {
  /** Place among its state's edges. */
  readonly place: number;
  readonly protocol: Protocol;
  readonly state: PoolState;
}

/** The fixed order of edges, by which ties are broken: by the id of their state, then by place. */
export function compareEdges(
  a: Pick<GraphEdge, "state" | "place">,
  b: Pick<GraphEdge, "state" | "place">,
): number {
  if (a.state.id === b.state.id) return a.place - b.place;
  return a.state.id < b.state.id ? -1 : 1;
}

/** Names an edge among those of a snapshot. */
export function edgeKey({ state, place }: Pick<GraphEdge, "state" | "place">): string {
  return `${state.id} ${place}`;
}

/**
 * Liquidity of one chain at one block. Immutable; a new block swaps in a new snapshot, which shares
 * with the one before what did not change.
 *
 * Every token in it passed the quality check (moves exactly what it is told to, states its
 * decimals) or is issued by a protocol of the registry.
 */
export interface Snapshot {
  readonly chainId: number;
  readonly block: Block;
  /**
   * The block quotes are made for: number + 1, timestamp + block time, or the same timestamp where
   * several blocks share one.
   */
  readonly next: BlockContext;
  /** Lower-case address of the wrapped native token. */
  readonly wrappedNative: Address;
  /** Tokens that routes may pass through, besides the caller's own. */
  readonly connectors: ReadonlySet<Address>;
  /** Those of the chain's own, which prices hang on. */
  readonly pricing: ReadonlySet<Address>;
  /** Stablecoins that count as what their feed says, or else as one dollar. */
  readonly usdAnchors: ReadonlySet<Address>;
  /** By lower-case token, old and senseless answers included. */
  readonly priceFeeds: ReadonlyMap<Address, PriceFeedAnswer>;
  /** What the chain charges for a transaction's data beside its gas; null where that is nothing. */
  readonly dataFee: DataFee | null;
  /** By lower-case address, the native token included. */
  readonly tokens: ReadonlyMap<Address, Token>;
  /** Tokens that protocols issue, by address; those that `tokens` lacks cannot be traded. */
  readonly defiTokens: ReadonlyMap<Address, IssuedToken>;
  /** Positions without a token, by key. */
  readonly positions: ReadonlyMap<Address, OpenPosition>;
  /** States by id. */
  readonly pools: ReadonlyMap<string, PoolState>;
  /** Edges by tokenIn, then in their order. */
  readonly edges: SharedMap<Address, readonly GraphEdge[]>;
  /** The same by tokenOut, or the key of a position. */
  readonly edgesInto: Pick<ReadonlyMap<Address, readonly GraphEdge[]>, "get">;
}
