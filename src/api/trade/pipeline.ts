import type { Block } from "../graph/snapshot.ts";
import type { RouteTerms } from "../program/build.ts";
import type { Strategy, Transaction } from "../program/execution.ts";
import type { Route } from "../router/route.ts";
import type { Supplied } from "../simulation/funding.ts";

/** A validated request for one transaction, as route and quote share it. */
export interface TransactionRequest extends RouteTerms {
  readonly chainId: number;
  readonly strategy: Strategy;
  readonly limit:
    | { readonly kind: "slippage"; readonly bps: number }
    | { readonly kind: "minimum"; readonly minAmountOut: bigint };
  readonly onlyProtocols: readonly string[];
  readonly ignoreProtocols: readonly string[];
  /** Undefined: no limit. */
  readonly maxLegs: number | undefined;
  readonly priceImpact: boolean;
  /**
   * What to do where the node has dropped the block's state, on which nothing can be simulated
   * then: answer by the exact replay of the plan, or refuse. Absent for the current block, whose
   * state every node has.
   */
  readonly withoutState?: "replay" | "refuse";
}

/** A transaction with all that a response may say of it. */
export interface TransactionAnswer {
  readonly block: Block;
  readonly route: Route;
  readonly tx: Transaction;
  /**
   * Gas limit to send with: what the simulation used, or what the plan estimates without one, with
   * headroom.
   */
  readonly gas: bigint;
  /** What the receiver gained in the simulation, or gains by the plan without one. */
  readonly amountOut: bigint;
  readonly minAmountOut: bigint;
  /** Null when no fee was asked for. */
  readonly feeAmount: bigint | null;
  /**
   * Basis points; null when not asked for or when a price is missing. Negative values do not occur.
   */
  readonly priceImpactBps: number | null;
  /** Null where nothing was simulated. */
  readonly supplied: Supplied | null;
}
