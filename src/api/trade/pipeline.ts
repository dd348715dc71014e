import type { Block } from "../graph/snapshot.ts";
import type { PriceBook } from "../prices/prices.ts";
import type { RouteTerms } from "../program/build.ts";
import type { AskedDeadline } from "../program/deadline.ts";
import type { Strategy, Transaction } from "../program/execution.ts";
import type { PermitKind, PermitTypedData } from "../program/permit.ts";
import type { JointRoute, RouteInput } from "../router/route.ts";
import type { Supplied } from "../simulation/funding.ts";

/** A validated request for one transaction, as route and quote share it. */
export interface TransactionRequest extends RouteTerms {
  readonly chainId: number;
  readonly strategy: Strategy;
  /**
   * To be paid at least, smallest unit of tokenOut: the amount of the one input is then looked for.
   * Null: the amounts of the inputs are given.
   */
  readonly exactOut: bigint | null;
  readonly limit:
    | { readonly kind: "slippage"; readonly bps: number }
    /** What the route's own pools ask for. */
    | { readonly kind: "auto" }
    | { readonly kind: "minimum"; readonly minAmountOut: bigint };
  readonly onlyProtocols: readonly string[];
  readonly ignoreProtocols: readonly string[];
  /** Undefined: no limit. */
  readonly maxLegs: number | undefined;
  /** Whether the route tells what was not chosen. */
  readonly alternatives?: boolean;
  readonly priceImpact: boolean;
  /** Null: one hour. */
  readonly deadline: AskedDeadline | null;
  /** What the sender signs instead of an allowance, with `router` alone; null: nothing. */
  readonly permit: PermitKind | null;
  /**
   * What the answer is made from: a simulation, or the plan's own exact replay where every token on
   * its way arrives as it was sent.
   */
  readonly basis: "simulation" | "plan";
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
  readonly route: JointRoute;
  /** What is given, fees included. */
  readonly inputs: readonly RouteInput[];
  /** Of the block's state. */
  readonly prices: PriceBook;
  /** Complete, but for the signature of `permit`. */
  readonly tx: Transaction;
  /** To be signed by the sender; null where nothing was asked for. */
  readonly permit: PermitTypedData | null;
  /** The last second at which the transaction is valid, since the epoch. */
  readonly validUntil: bigint;
  /**
   * Gas limit to send with: what the simulation used, or what the plan estimates without one, with
   * headroom, and what data takes of it where it is paid for in gas.
   */
  readonly gas: bigint;
  /** Wei that the transaction's data costs on the chain that this one settles on; 0 elsewhere. */
  readonly l1Fee: bigint;
  /** Wei that the chain's operator charges for `gasUsed` besides its price; 0 where none does. */
  readonly operatorFee: bigint;
  /** The same without headroom, before refunds. */
  readonly gasUsed: bigint;
  /** Basis points that the minimum is below the amount; null where the request says a minimum. */
  readonly slippageBps: number | null;
  /** What the receiver gained in the simulation, or gains by the plan without one. */
  readonly amountOut: bigint;
  readonly minAmountOut: bigint;
  /** By input; null when no fee was asked for. */
  readonly feeAmounts: readonly bigint[] | null;
  /**
   * Basis points; null when not asked for or when a price is missing. Negative values do not occur.
   */
  readonly priceImpactBps: number | null;
  /** By input; null where nothing was simulated. */
  readonly supplied: readonly Supplied[] | null;
}
