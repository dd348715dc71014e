import type { Address, Hex } from "viem";
import type { Block } from "./graph/snapshot.ts";
import type { Route } from "./router/route.ts";

/** How a transaction is executed: by the router contract, by a smart wallet that delegate-calls, or by the owner's core wallet. */
export type Strategy = "router" | "delegate" | "corewallet";

/** A validated request for one transaction, as route and quote share it. Amounts in the smallest unit. */
export interface TransactionRequest {
  readonly chainId: number;
  readonly strategy: Strategy;
  readonly fromAddress: Address;
  /** Whose tokenIn is spent. With `router` it is `fromAddress`. */
  readonly spender: Address;
  readonly receiver: Address;
  readonly refundReceiver: Address;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** Fee included. */
  readonly amountIn: bigint;
  readonly limit:
    | { readonly kind: "slippage"; readonly bps: number }
    | { readonly kind: "minimum"; readonly minAmountOut: bigint };
  /** Null when no fee was asked for; bps 0 is a fee of 0. */
  readonly fee: { readonly bps: number; readonly receiver: Address | null } | null;
  readonly onlyProtocols: readonly string[];
  readonly ignoreProtocols: readonly string[];
  readonly maxLegs: number;
  readonly priceImpact: boolean;
  /**
   * What to do where the node has dropped the block's state, on which nothing can be simulated then: answer by the exact replay of the
   * plan, or refuse. Absent for the current block, whose state every node has.
   */
  readonly withoutState?: "replay" | "refuse";
}

/** An unsigned transaction. */
export interface Transaction {
  readonly data: Hex;
  readonly to: Address;
  readonly from: Address;
  /** Wei. */
  readonly value: bigint;
}

/** What a transaction takes from an account. */
export interface Payment {
  readonly owner: Address;
  readonly token: Address;
  /** Smallest unit of the token. */
  readonly amount: bigint;
  /** Contract that takes the tokens; null: the owner itself spends them. */
  readonly spender: Address | null;
}

/** What the simulation had to give for one payment so that the transaction could run. */
export interface Supplied {
  readonly balance: { readonly token: Address; readonly amount: bigint } | null;
  readonly allowance: {
    readonly token: Address;
    readonly spender: Address;
    readonly amount: bigint;
  } | null;
}

/** A transaction with all that a response may say of it. */
export interface TransactionAnswer {
  readonly block: Block;
  readonly route: Route;
  readonly tx: Transaction;
  /** Gas limit to send with: what the simulation used, or what the plan estimates without one, with headroom. */
  readonly gas: bigint;
  /** What the receiver gained in the simulation, or gains by the plan without one. */
  readonly amountOut: bigint;
  readonly minAmountOut: bigint;
  /** Null when no fee was asked for. */
  readonly feeAmount: bigint | null;
  /** Basis points; null when not asked for or when a price is missing. Negative values do not occur. */
  readonly priceImpactBps: number | null;
  /** Null where nothing was simulated. */
  readonly supplied: Supplied | null;
}
