import type { Address } from "viem";

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
 * An argument of a `call`. Literals are what viem encodes for their type: integers as bigint,
 * addresses in lower case. A list is an array or a tuple, its items in ABI order. An output stands
 * only where the type is an integer.
 */
export type CallValue =
  | { readonly kind: "literal"; readonly value: bigint | boolean | string }
  | { readonly kind: "list"; readonly items: readonly CallValue[] }
  | OutputReference;

/** What every action of a bundle has, understood and checked. */
export interface PlacedAction {
  /** Name of its verb. */
  readonly kind: string;
  /** Place in the body, from 0. */
  readonly index: number;
  /** Slug, lower case, aliases resolved. */
  readonly protocol: string;
  /** Who gets what it gives; left out: the wallet. */
  readonly receiver?: Address;
}
