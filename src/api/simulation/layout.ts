import {
  type Address,
  concat,
  type Hex,
  keccak256,
  numberToHex,
  type PublicClient,
  pad,
} from "viem";
import type { StorageWord } from "./storage-word.ts";

/** A number that a token keeps in a mapping: of an owner, or of an owner and a spender. */
export interface MappedNumber {
  readonly token: Address;
  readonly mapping: "balances" | "allowances";
  /** Keys of the mapping and of those within, in their order. */
  readonly keys: readonly Address[];
}

/** A mapping, from which the word of any keys follows. */
export interface Layout {
  /** Contract that stores it. */
  readonly contract: Address;
  /** The mapping's own slot. */
  readonly position: number;
  readonly compiler: (typeof COMPILERS)[number];
}

const COMPILERS = ["solidity", "vyper"] as const;
/**
 * Slot of a key's entry in the mapping at a slot.
 *
 * @see https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html#mappings-and-dynamic-arrays
 * @see https://docs.vyperlang.org/en/stable/scoping-and-declarations.html#storage-layout
 */
const ENTRY = {
  solidity: (slot: Hex, key: Address) => keccak256(concat([pad(key), slot])),
  vyper: (slot: Hex, key: Address) => keccak256(concat([slot, pad(key)])),
} as const;
/** Positions that are tried: behind the gaps of upgradeable tokens balances stand at 51 and 101. */
const POSITIONS = 128;

/**
 * Layouts by mapping and token, as they were found through a node; null where there is none, which
 * takes milliseconds to tell.
 */
const known = new WeakMap<PublicClient, Map<string, Layout | null>>();

/**
 * The word of a number by what is known of the token's mapping; null when that is nothing. A token
 * may have changed its layout since: where a transaction fails on the word, `forgetLayout`.
 */
export function recallWord(client: PublicClient, of: MappedNumber): StorageWord | null {
  const layout = known.get(client)?.get(nameOf(of)) ?? null;
  return layout && { contract: layout.contract, slot: slotOf(layout, of.keys) };
}

/**
 * Keeps what a word that was found tells of the words of other keys: nothing where it is no entry
 * of a plain mapping.
 */
export function learnLayout(client: PublicClient, of: MappedNumber, place: StorageWord): void {
  const layouts = known.get(client) ?? new Map<string, Layout | null>();
  known.set(client, layouts);
  if (!layouts.has(nameOf(of))) layouts.set(nameOf(of), layoutOf(place, of.keys));
}

/** Forgets the layout of a mapping. */
export function forgetLayout(client: PublicClient, of: MappedNumber): void {
  known.get(client)?.delete(nameOf(of));
}

/**
 * The mapping that a word is the entry of some keys in; null where it is none at a position that is
 * tried.
 */
export function layoutOf({ contract, slot }: StorageWord, keys: readonly Address[]): Layout | null {
  for (let position = 0; position < POSITIONS; position++) {
    const compiler = COMPILERS.find((each) => slotOf({ compiler: each, position }, keys) === slot);
    if (compiler !== undefined) return { contract, position, compiler };
  }
  return null;
}

function slotOf(
  { compiler, position }: Pick<Layout, "compiler" | "position">,
  keys: readonly Address[],
): Hex {
  return keys.reduce(ENTRY[compiler], numberToHex(position, { size: 32 }));
}

function nameOf({ mapping, token }: MappedNumber): string {
  return `${mapping} ${token}`;
}
