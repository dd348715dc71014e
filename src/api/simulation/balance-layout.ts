import {
  type Address,
  concat,
  type Hex,
  keccak256,
  numberToHex,
  type PublicClient,
  pad,
} from "viem";
import type { BalanceSlot } from "./balance-slot.ts";

/** A mapping from owners to balances, from which the word of any owner follows. */
export interface BalanceLayout {
  /** Contract that stores it. */
  readonly contract: Address;
  /** The mapping's own slot. */
  readonly position: number;
  readonly compiler: keyof typeof SLOTS;
}

/**
 * Slot of an owner's entry.
 *
 * @see https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html#mappings-and-dynamic-arrays
 * @see https://docs.vyperlang.org/en/stable/scoping-and-declarations.html#storage-layout
 */
const SLOTS = {
  solidity: (owner: Address, position: number) => hashed(pad(owner), word(position)),
  vyper: (owner: Address, position: number) => hashed(word(position), pad(owner)),
} as const;
const COMPILERS = ["solidity", "vyper"] as const;
/** Positions that are tried: behind the gaps of upgradeable tokens balances stand at 51 and 101. */
const POSITIONS = 128;

/**
 * Layouts by token, as they were found through a node; null where there is none, which takes
 * milliseconds to tell.
 */
const known = new WeakMap<PublicClient, Map<Address, BalanceLayout | null>>();

/**
 * The word of an owner's balance by what is known of the token; null when that is nothing. A token
 * may have changed its layout since: where a transaction fails on the word, `forgetLayout`.
 */
export function recallSlot(
  client: PublicClient,
  { token, owner }: { readonly token: Address; readonly owner: Address },
): BalanceSlot | null {
  const layout = known.get(client)?.get(token) ?? null;
  if (layout === null) return null;
  const { contract, compiler, position } = layout;
  return { contract, slot: SLOTS[compiler](owner, position) };
}

/**
 * Keeps what a word that was found tells of the words of other owners: nothing where it is no entry
 * of a plain mapping.
 */
export function learnLayout(
  client: PublicClient,
  { token, owner }: { readonly token: Address; readonly owner: Address },
  place: BalanceSlot,
): void {
  const layouts = known.get(client) ?? new Map<Address, BalanceLayout | null>();
  known.set(client, layouts);
  if (!layouts.has(token)) layouts.set(token, layoutOf(place, owner));
}

/** Forgets the layout of a token. */
export function forgetLayout(client: PublicClient, token: Address): void {
  known.get(client)?.delete(token);
}

/**
 * The mapping that a word is the entry of an owner in; null where it is none at a position that is
 * tried.
 */
export function layoutOf({ contract, slot }: BalanceSlot, owner: Address): BalanceLayout | null {
  for (let position = 0; position < POSITIONS; position++) {
    const compiler = COMPILERS.find((each) => SLOTS[each](owner, position) === slot);
    if (compiler !== undefined) return { contract, position, compiler };
  }
  return null;
}

function word(position: number): Hex {
  return numberToHex(position, { size: 32 });
}

function hashed(first: Hex, second: Hex): Hex {
  return keccak256(concat([first, second]));
}
