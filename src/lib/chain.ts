import type { Address } from "viem";

/**
 * What the indexer knows of a chain: its tables follow from these facts, so that a change of one
 * calls for a backfill of this chain, and of no other.
 */
export interface IndexedChain {
  readonly chainId: number;
  /** Seconds between blocks; the simulated block is this much later than the indexed one. */
  readonly blockTimeSeconds: number;
  readonly multicall3: Address;
  /** Chainlink feeds in dollars by heartbeat; empty where none are known. */
  readonly priceFeeds: readonly FeedListing[];
  /**
   * Who says what data costs, on chains that put theirs on another one: the OP stack's
   * `GasPriceOracle`, or Arbitrum's `ArbGasInfo`; null elsewhere.
   */
  readonly dataFee: "op-stack" | "nitro" | null;
}

/**
 * Feeds with one heartbeat. Which token a feed stands for is a choice of this project: bridged ones
 * take the feed of what they were bridged from. Feeds whose answer is computed from another
 * contract are left out, as their time says nothing of their age.
 */
export interface FeedListing {
  /**
   * The longest that an aggregator waits between two answers while it works; a day, the longest of
   * dollar feeds, where it is not known.
   *
   * @see https://github.com/beefyfinance/beefy-api/blob/596423e79e/src/utils/fetchChainLinkPrices.ts
   */
  readonly heartbeatSeconds: number;
  /** Proxy by token; the aggregator behind a proxy may change. */
  readonly feeds: Readonly<Record<Address, Address>>;
}

/**
 * What Weir knows of a chain besides the protocols on it. Addresses are lower-case. What the
 * indexer runs takes an `IndexedChain`.
 */
export interface Chain extends IndexedChain {
  /** Name in the API's protocol list, e.g. `mainnet`. */
  readonly name: string;
  readonly native: { readonly symbol: string; readonly name: string; readonly decimals: number };
  readonly wrappedNative: Address;
  /** The wrapped native token as a deployment; chains with one native currency say the same. */
  readonly wrapper: {
    readonly name: string;
    readonly url: string;
    readonly logosUri: readonly string[];
    readonly description: string;
    /** Block of its creation; null while unknown. */
    readonly startBlock: number | null;
  };
  readonly permit2: Address;
  /**
   * Whether the `logsBloom` of a header tells of the block's own logs; where it does not, logs are
   * asked for in any case.
   */
  readonly hasOwnBloom: boolean;
  /** Most gas that one transaction may have. */
  readonly maxTransactionGas: bigint;
  /**
   * Stablecoins that count as one dollar, where no feed says otherwise: a choice of this project.
   */
  readonly usdAnchors: readonly Address[];
  /** Tokens that routes may pass through: a choice of this project. */
  readonly connectors: readonly Address[];
}

/** What differs from chain to chain: the content of a chain's file. */
export type ChainFacts = Omit<
  Chain,
  "multicall3" | "permit2" | "maxTransactionGas" | "hasOwnBloom" | "dataFee"
> &
  Partial<Pick<Chain, "maxTransactionGas" | "hasOwnBloom" | "dataFee">>;
