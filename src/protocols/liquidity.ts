import type { Address } from "viem";
import type { SequenceOperation } from "./operation.ts";
import type { BlockContext, PoolState, Quote, QuoteFailure } from "./protocol.ts";

/** The share of a pool of several tokens. */
export interface Share {
  readonly token: Address;
  /** What is paid in for it and paid out, in the pool's order; at least two. */
  readonly tokens: readonly Address[];
  /**
   * What is taken: amounts in the proportion of the reserves, the rest stays with the caller or is
   * lost; or any, at least one above 0.
   */
  readonly takes: "proportion" | "any";
}

export type BurnQuote<S> =
  | {
      readonly ok: true;
      /** Smallest unit, in the order of the share's tokens; equals what the contract pays. */
      readonly amountsOut: readonly bigint[];
      /** As of a quote. */
      readonly gas: bigint;
      readonly next: S;
    }
  | { readonly ok: false; readonly reason: QuoteFailure };

/** A sequence that pays several tokens: numbers of the amounts, in the share's order. */
export interface BurnOperation extends Omit<SequenceOperation, "amountOut"> {
  readonly amountsOut: readonly number[];
  readonly pays: "caller";
}

/**
 * Entering and leaving a pool's share with all of its tokens at once. What an edge does with one
 * token of them, by trading in the pool itself, costs more the larger it is.
 */
export interface Liquidity<S extends PoolState = PoolState> {
  /** The share of a state; null where it has none, or nobody can use it. */
  share(state: S): Share | null;
  /**
   * Exact quote of paying in, as `Protocol.quote`.
   *
   * @param amountsIn Smallest unit, in the share's order; some may be 0 where any are taken.
   */
  mint(state: S, amountsIn: readonly bigint[], at: BlockContext): Quote<S>;
  /** Exact quote of what shares are worth in all tokens. */
  burn(state: S, amountIn: bigint, at: BlockContext): BurnQuote<S>;
  /** The operation of `mint`, whose first amounts are those of `amountsIn` that are above 0. */
  mintOperation(state: S, amountsIn: readonly bigint[]): SequenceOperation;
  burnOperation(state: S): BurnOperation;
}

/** Numbers that `mintOperation` gives to amounts, in their order; null for those that are 0. */
export function numbersOf(amountsIn: readonly bigint[]): readonly (number | null)[] {
  let next = 0;
  return amountsIn.map((amount) => (amount > 0n ? next++ : null));
}
