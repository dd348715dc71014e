import { type AbiFunction, type Address, keccak256, slice, stringToHex } from "viem";
import type { CallArgument, CallOperation } from "./operation.ts";
import type { BlockContext } from "./protocol.ts";

/**
 * A token that stands for a position: a vault share, a receipt, a liquidity token. Addresses are
 * lower-case.
 */
export interface DefiToken {
  readonly address: Address;
  /** What the token stands for, in the protocol's order. */
  readonly underlyingTokens: readonly Address[];
  /** Contract that takes deposits. */
  readonly primaryAddress: Address;
  /**
   * Whether transfers move exactly what they are told to. Tokens whose balances round or grow are
   * traded by the edges of their own family alone.
   */
  readonly exact: boolean;
  /** Set where a spender may be allowed everything or nothing, and any other amount is refused. */
  readonly allowance?: "all-or-nothing";
  /**
   * Set where the token's code is anybody's: it has to pass the trials like any other token, with
   * what `deposit(uint256,address)` of its own gives for its one underlying token; and what it is
   * redeemed into is no price. The id of the state that issues it is its address.
   */
  readonly isTried?: true;
  /** Set where its owner alone may get more of it: it can be left and is not listed. */
  readonly isClosed?: true;
}

/** A position that issues no token. Its `key` takes the place of a token in edges. */
export interface Position {
  /** The contract's address, or `positionKey` where several positions share one. */
  readonly key: Address;
  readonly address: Address;
  /** Contract that takes deposits. */
  readonly primaryAddress: Address;
  /** Id of the position inside its contract; null when the contract has no other. */
  readonly id: string | null;
  readonly underlyingTokens: readonly Address[];
  /** Whom a deposit can be credited to: any account, or only the account that makes it. */
  readonly credits: "anyone" | "caller";
  /** Whether only a wallet that delegate-calls may deposit. */
  readonly delegateOnly: boolean;
  /** View that answers the shares of an account, which is its `recipient` argument. */
  readonly shares: {
    readonly target: Address;
    readonly function: AbiFunction;
    readonly args: readonly CallArgument[];
    /** 32-byte word of the answer. */
    readonly word: number;
  };
}

/** What a bundle can do to an account's position besides entering and leaving it by an edge. */
export type AccountVerb = "deposit" | "withdraw" | "borrow" | "repay" | "harvest";

/**
 * One thing that an account may do with a state. The wallet makes the call and is paid; `amountIn`
 * in its arguments is the amount that the action names (tokenOut of withdraw and borrow, tokenIn of
 * deposit and repay). A deposit is one that no edge can be, such as collateral, which earns no
 * shares.
 */
export interface AccountAction {
  readonly verb: AccountVerb;
  /**
   * Token or position key that is given; of borrow, the collateral or null for any; of harvest,
   * what earns the reward.
   */
  readonly tokenIn: Address | null;
  /** Tokens received; none for repay; of deposit, the key of the position. */
  readonly tokensOut: readonly Address[];
  readonly primaryAddress: Address;
  readonly operation: CallOperation;
  /**
   * A call to make first, by what the action gives; of a loan, by its collateral, as the token that
   * the protocol issues for it.
   */
  before?(given: Address): CallOperation;
  /**
   * Set where the contract answers that it refuses instead of reverting: what the action pays has
   * to arrive.
   */
  readonly refusal?: "answered";
  /**
   * What it costs of `tokenIn`, smallest unit, rounded up, in the block `at`; of an action that
   * names what it pays and whose price moves.
   */
  cost?(amountOut: bigint, at: BlockContext): bigint;
}

/** What a yield is computed with. */
export interface ApyContext {
  readonly at: BlockContext;
  /**
   * US dollars per smallest unit of a token; null without a price. A yield is no amount: floating
   * point is enough.
   */
  readonly usd: (token: Address) => number | null;
}

/**
 * Stands for a position that shares its contract with others wherever a token address is expected:
 * the last 20 bytes of keccak256("weir.position:<contract>:<id>").
 */
export function positionKey(contract: Address, id: string): Address {
  return slice(keccak256(stringToHex(`weir.position:${contract.toLowerCase()}:${id}`)), 12);
}
