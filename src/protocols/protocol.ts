import type { AbiFunction, Address } from "viem";
import type { Curve } from "../lib/curves/curve.ts";
import type { Liquidity } from "./liquidity.ts";
import type { Operation } from "./operation.ts";
import type { AccountAction, ApyContext, DefiToken, Position } from "./position.ts";
import type { RangePositions } from "./range-positions.ts";
import type { States } from "./states.ts";

/** Verbs that an edge of the liquidity graph can stand for. */
export type EdgeAction = "swap" | "deposit" | "redeem";

/** The block a quote is made for: the one after the snapshot. */
export interface BlockContext {
  readonly number: bigint;
  /** Seconds since the epoch. */
  readonly timestamp: bigint;
}

/**
 * One deployment of a protocol family: the original or a fork. A fork is an entry here, never a
 * folder.
 */
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
  /**
   * First block with an event of the deployment on the real chain; null where no source states it.
   */
  readonly startBlock: number | null;
}

/** What every state of a pool, vault or market has. Immutable: a change is a new object. */
export interface PoolState {
  /**
   * Unique on its chain: the lower-case contract address, or the id inside a singleton contract.
   */
  readonly id: string;
  /** Slug of the deployment. */
  readonly slug: string;
  /** Block of the last change of any column. */
  readonly updatedBlock: number;
}

/**
 * One direction through a pool. Plain data that a pool's state determines. `tokenOut` may be the
 * key of a position.
 */
export interface Edge {
  readonly action: EdgeAction;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
}

/** What a state holds of a token. */
export interface Holding {
  readonly token: Address;
  /** Smallest unit. */
  readonly amount: bigint;
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

/**
 * A price as an exact fraction: smallest units of `tokenOut` per smallest unit of `tokenIn`, before
 * fees.
 */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * The operation of each kind of edge that a family has. `amountIn` is what the operation is planned
 * for; only shares of it may depend on it, as the amount that arrives can differ. `amountOut` is
 * what was quoted, where that is known: the first guess of contracts that look for it.
 * Methods, so that a family of any state is a `Protocol`: like the other members it is only ever
 * given its own states.
 */
export interface EdgeOperations<S extends PoolState = PoolState> {
  swap?(state: S, edge: Edge, amountIn: bigint, amountOut?: bigint): Operation;
  deposit?(state: S, edge: Edge, amountIn: bigint, amountOut?: bigint): Operation;
  redeem?(state: S, edge: Edge, amountIn: bigint): Operation;
}

/** That a state counts on what another pool is at the moment. */
export interface Reliance<S extends PoolState = PoolState> {
  /** Id of the other pool, of any family; null where the state counts on itself alone. */
  on(state: S): string | null;
  /** The state with the other pool as it is; null: nobody knows it. */
  given(state: S, other: PoolState | null): S;
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
  /** Where its states come from. */
  readonly states: States<S>;
  /**
   * Of which other pools its states make use, as of a base pool whose virtual price is the rate of
   * its share. Who holds states gives them those pools, and anew when one of these changes, by a
   * trade of the same route, too.
   */
  readonly reliance?: Reliance<S>;
  /**
   * Directed edges of a state, in a fixed order; n-token pools give n(n-1). None for a state that
   * nobody can use (empty). A paused or capped state keeps its edges, and `quote` says why it
   * refuses.
   */
  edges(state: S): readonly Edge[];
  /**
   * Largest valid input of `quote` for this edge in the block `at`, smallest unit of
   * `edge.tokenIn`; 0 when nothing can be traded.
   */
  maxIn(state: S, edge: Edge, at: BlockContext): bigint;
  /**
   * Exact-in quote; pure, exact to the wei, never mutates. The domain is (0, maxIn]; outside it
   * fails with a reason.
   */
  quote(state: S, edge: Edge, amountIn: bigint, at: BlockContext): Quote<S>;
  /** Marginal price at zero size, before fees. */
  spotPrice(state: S, edge: Edge, at: BlockContext): Ratio;
  /**
   * Float64 stand-in for `quote` of one edge, which the search works with; for edges that have one.
   */
  curve?(state: S, edge: Edge, at: BlockContext): Curve | null;
  /**
   * When quotes of a state that stays as it is may change again after the block `at`, seconds since
   * the epoch; null: never. Of families that look at the time, few of whose pools depend on it:
   * curves of the others are kept from block to block.
   */
  changesAt?(state: S, at: BlockContext): bigint | null;
  /**
   * What a state holds for its users in the block `at`, a token at most once: the reserves of a
   * pool, what is supplied to a lending market with what is lent out of it, the assets of a vault,
   * the stakes of a staking contract. Exact, or rounded down. Zeros where it is empty, an empty
   * list where the tables do not tell.
   */
  holdings(state: S, at: BlockContext): readonly Holding[];
  /** The operation that executes one edge, by its action. */
  readonly actions: EdgeOperations<S>;
  /**
   * Functions that its operations call, by which transactions are read. One that is no longer
   * called stays, as older versions planned it.
   */
  readonly functions: readonly AbiFunction[];
  /**
   * Those of `functions` that only operations of a fixed price call: who reads a transaction misses
   * no minimum after them.
   */
  readonly fixedFunctions?: readonly AbiFunction[];
  /** Entering and leaving shares with all tokens of a pool, for families that have such shares. */
  readonly liquidity?: Liquidity<S>;
  /**
   * Liquidity in ranges that NFTs stand for, of a deployment, for families that have a contract of
   * them.
   */
  readonly ranges?: (slug: string) => RangePositions<S>;
  /**
   * Contracts by which others trade in the pools of a deployment on a chain: its routers, its
   * vault. A swap of the bundle may name one in place of a pool. Lower-case.
   */
  swapExecuters?(slug: string, chainId: number): readonly Address[];
  /**
   * Tokens that the state issues. They need no quality check, as their code is the protocol's,
   * but for those that are tried.
   */
  defiTokens?(state: S): readonly DefiToken[];
  /**
   * Tokens of others whose transfers round, which the state's quotes take account of: it trades
   * them, as no other state but those of who issues them does.
   */
  roundingTokens?(state: S): readonly Address[];
  /** Positions of the state that issue no token. */
  positions?(state: S): readonly Position[];
  /** What accounts can do with the state in a bundle, besides the edges. */
  accountActions?(state: S): readonly AccountAction[];
  /**
   * Yearly yield in percent of a token or position of the state, by its address or key; 0 while
   * unknown.
   */
  apy?(state: S, key: Address, context: ApyContext): number;
  /** Whether `apy` is of rewards that are claimed, and not of growth or interest. */
  readonly paysRewards?: true;
}
