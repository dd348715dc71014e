import type { AbiFunction, Address } from "viem";
import type { ReadDatabase } from "../catalog/database.ts";

/** Verbs that an edge of the liquidity graph can stand for. */
export type EdgeAction = "swap" | "deposit" | "redeem";

/** The block a quote is made for: the one after the snapshot. */
export interface BlockContext {
  readonly number: bigint;
  /** Seconds since the epoch. */
  readonly timestamp: bigint;
}

/** One deployment of a protocol family: the original or a fork. A fork is an entry here, never a folder. */
export interface Deployment<Contracts> {
  /** Public identifier, unique over all families, e.g. `sushiswap-v2`. */
  readonly slug: string;
  readonly name: string;
  /** The brand, e.g. `sushiswap`. */
  readonly project: string;
  readonly url: string;
  readonly logosUri: readonly string[];
  readonly description: string;
  /** By chain id. */
  readonly chains: { readonly [chainId: number]: DeploymentOnChain<Contracts> };
}

export interface DeploymentOnChain<Contracts> {
  readonly contracts: Contracts;
  /** First block with an event of the deployment on the real chain; null where no source states it. */
  readonly startBlock: number | null;
}

/** What every state of a pool, vault or market has. Immutable: a change is a new object. */
export interface PoolState {
  /** Unique on its chain: the lower-case contract address, or the id inside a singleton contract. */
  readonly id: string;
  /** Slug of the deployment. */
  readonly slug: string;
  /** Block of the last change of any column. */
  readonly updatedBlock: number;
}

/** One direction through a pool. Plain data that a pool's state determines. */
export interface Edge {
  readonly action: EdgeAction;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
}

export type QuoteFailure =
  | "insufficient-liquidity"
  | "amount-too-small"
  | "cap-exceeded"
  | "paused";

export type Quote<S> =
  | {
      readonly ok: true;
      /** Smallest unit of `tokenOut`; equals what the contract pays, to the wei. At least 1. */
      readonly amountOut: bigint;
      /** Gas that this hop adds to a transaction; an estimate, for ranking only. */
      readonly gas: bigint;
      /** State after the trade. The input state is never changed. */
      readonly next: S;
    }
  | { readonly ok: false; readonly reason: QuoteFailure };

/** A price as an exact fraction: smallest units of `tokenOut` per smallest unit of `tokenIn`, before fees. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** An argument of a planned call: a literal, or something known only when the program is built or runs. */
export type CallArgument =
  | { readonly kind: "literal"; readonly value: unknown }
  /** The hop's input amount, known only while the program runs. */
  | { readonly kind: "amountIn" }
  /** Where the output goes: the next pool, the executor or the receiver; known when the program is built. */
  | { readonly kind: "recipient" };

/**
 * What one hop asks of the program builder, which alone makes bytes.
 *
 * `v2-swap` and `v3-swap` have steps of their own in the program. Everything else is a `call`: by the executor, which
 * holds the input then; `approve` gives the target an exact allowance of tokenIn for the call.
 */
export type Operation =
  | {
      readonly kind: "v2-swap";
      readonly pair: Address;
      readonly zeroForOne: boolean;
      /** Hundredths of a basis point: 3000 is 0.3 %. */
      readonly feePips: number;
    }
  | { readonly kind: "v3-swap"; readonly pool: Address; readonly zeroForOne: boolean }
  | {
      readonly kind: "call";
      readonly target: Address;
      readonly function: AbiFunction;
      readonly args: readonly CallArgument[];
      /** Whether the input amount is sent as native value. */
      readonly value: "amountIn" | "none";
      readonly approve: boolean;
      /** Where the output amount is read from: a 32-byte return word, the input itself (1 to 1), or the balance gained. */
      readonly amountOut:
        | { readonly from: "return"; readonly word: number }
        | { readonly from: "amountIn" }
        | { readonly from: "gain" };
      /** `recipient` when an argument names who is paid; `caller` when the executor is. */
      readonly pays: "recipient" | "caller";
    };

/**
 * The operation of each kind of edge that a family has. Methods, so that a family of any state is a `Protocol`: like the
 * other members it is only ever given its own states.
 */
export interface EdgeOperations<S extends PoolState = PoolState> {
  swap?(state: S, edge: Edge): Operation;
  deposit?(state: S, edge: Edge): Operation;
  redeem?(state: S, edge: Edge): Operation;
}

/** Which states to read: all, or those that changed after a block, plus some ids that must be read again. */
export interface LoadRequest {
  readonly chainId: number;
  /** Exclusive lower bound of `updatedBlock`; -1 reads all. */
  readonly sinceBlock: number;
  /** Ids to read whatever their block is: after a reorg, states of orphaned blocks. */
  readonly ids: readonly string[];
}

/**
 * A protocol family. The router, the program builder and the API know only this interface.
 *
 * @typeParam S State of one pool, vault or market.
 * @typeParam Contracts Addresses of a deployment on one chain.
 */
export interface Protocol<S extends PoolState = PoolState, Contracts = unknown> {
  /** Folder name. */
  readonly family: string;
  readonly deployments: readonly Deployment<Contracts>[];
  /**
   * Reads states from the tables; the only I/O. `previous` holds the states of the current snapshot, from which unchanged
   * parts (a pool's ticks) may be taken over. Rows whose pool does not exist (yet) as a usable state are left out.
   */
  load(
    db: ReadDatabase,
    request: LoadRequest,
    previous: ReadonlyMap<string, PoolState>,
  ): Promise<readonly S[]>;
  /** Directed edges of a state, in a fixed order; n-token pools give n(n-1). None for an unusable state (empty, paused). */
  edges(state: S): readonly Edge[];
  /** Largest valid input of `quote` for this edge, smallest unit of `edge.tokenIn`; 0 when nothing can be traded. */
  maxIn(state: S, edge: Edge): bigint;
  /** Exact-in quote; pure, exact to the wei, never mutates. The domain is (0, maxIn]; outside it fails with a reason. */
  quote(state: S, edge: Edge, amountIn: bigint, at: BlockContext): Quote<S>;
  /** Marginal price at zero size, before fees. */
  spotPrice(state: S, edge: Edge): Ratio;
  /** The operation that executes one edge, by its action. */
  readonly actions: EdgeOperations<S>;
}
