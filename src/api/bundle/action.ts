import type { AbiFunction, Address, Hex } from "viem";
import type { Asset } from "./asset.ts";

/** Output `index` of the action at place `action` of the bundle, which is an earlier one. */
export interface OutputReference {
  readonly kind: "output";
  readonly action: number;
  /** 0 for every action with one output; of a `call`, the return word. */
  readonly index: number;
}

/** An amount of an action in the smallest unit of its token: a literal, or an earlier output. */
export type Amount = { readonly kind: "literal"; readonly value: bigint } | OutputReference;

/**
 * An argument of a `call`. Literals are what viem encodes for their type: integers as bigint, addresses in lower case. A list is an
 * array or a tuple, its items in ABI order. An output stands only where the type is an integer.
 */
export type CallValue =
  | { readonly kind: "literal"; readonly value: bigint | boolean | string }
  | { readonly kind: "list"; readonly items: readonly CallValue[] }
  | OutputReference;

/** What every action has. */
interface Placed {
  /** Place in the body, from 0. */
  readonly index: number;
  /** Slug, lower case, aliases resolved. */
  readonly protocol: string;
}

/** A trade: `route` and `apiswap` over any venues, `swap` over those of `protocol` (any, when that is `core`). */
export interface TradeAction extends Placed {
  readonly kind: "route" | "swap" | "apiswap";
  readonly tokenIn: Address;
  /** A position only ever of `route`. */
  readonly tokenOut: Asset;
  readonly amountIn: Amount;
  /** Basis points, 0 to 10000; 50 when left out. */
  readonly slippageBps: number;
  /** The pool to swap in, only ever given with `swap`; null: any. */
  readonly primaryAddress: Address | null;
}

/** Entering a position, or leaving it by an amount of its token. `tokenIn` and `amountIn` are equally long, 1 to 8. */
export interface PositionAction extends Placed {
  readonly kind: "deposit" | "redeem";
  readonly tokenIn: readonly Asset[];
  /** 1 to 8; each has an output, in this order. */
  readonly tokenOut: readonly Asset[];
  readonly amountIn: readonly Amount[];
  readonly primaryAddress: Asset | null;
}

/** Leaving a position by the amount to receive. */
export interface WithdrawAction extends Placed {
  readonly kind: "withdraw";
  readonly tokenIn: Asset;
  readonly tokenOut: Address;
  readonly amountOut: Amount;
  readonly primaryAddress: Asset | null;
}

export interface BorrowAction extends Placed {
  readonly kind: "borrow";
  readonly collateral: Asset;
  readonly tokenOut: Address;
  readonly amountOut: Amount;
  readonly primaryAddress: Asset | null;
}

export interface RepayAction extends Placed {
  readonly kind: "repay";
  readonly tokenIn: Address;
  readonly amountIn: Amount;
  readonly primaryAddress: Asset | null;
}

/** Claiming the rewards of a position. */
export interface HarvestAction extends Placed {
  readonly kind: "harvest";
  /** The position that earns, or the token that is paid. */
  readonly token: Asset;
  readonly primaryAddress: Asset | null;
}

/** `amount` alone: ERC-20; `id` alone: ERC-721; both: ERC-1155. At least one is there; a literal id may be 0. */
export interface ApproveAction extends Placed {
  readonly kind: "approve";
  readonly token: Address;
  readonly spender: Address;
  readonly amount: Amount | null;
  readonly id: Amount | null;
}

/** `amount` and `id` as in `ApproveAction`. */
export interface TransferAction extends Placed {
  readonly kind: "transfer";
  readonly token: Address;
  readonly recipient: Address;
  readonly amount: Amount | null;
  readonly id: Amount | null;
}

/** Taking tokens by a Permit2 signature over exactly this amount. */
export interface PermitTransferFromAction extends Placed {
  readonly kind: "permittransferfrom";
  readonly token: Address;
  readonly amount: Amount;
  readonly nonce: bigint;
  /** Seconds since the epoch. */
  readonly deadline: bigint;
  readonly signature: Hex;
}

/** Any contract call. */
export interface CallAction extends Placed {
  readonly kind: "call";
  readonly address: Address;
  readonly function: AbiFunction;
  /** One for each input of `function`. */
  readonly args: readonly CallValue[];
  /** Wei; 0 when left out. */
  readonly value: Amount;
}

/** One action of a bundle, understood and checked. */
export type BundleAction =
  | TradeAction
  | PositionAction
  | WithdrawAction
  | BorrowAction
  | RepayAction
  | HarvestAction
  | ApproveAction
  | TransferAction
  | PermitTransferFromAction
  | CallAction;
