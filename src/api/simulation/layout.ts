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
  readonly scheme: Scheme;
}

/** How the words of a mapping follow from its keys. */
type Scheme =
  /** By a compiler, from the mapping's own slot. */
  | { readonly by: "solidity" | "vyper"; readonly position: Hex }
  /** By Solady's own hash. */
  | { readonly by: "solady"; readonly seed: Hex };

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
/**
 * Slots that are tried: behind the gaps of upgradeable tokens balances stand at 51 and 101, and
 * since version 5 OpenZeppelin's upgradeable tokens have theirs where ERC-7201 puts them.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7201
 * @see https://unpkg.com/@openzeppelin/contracts-upgradeable@5.4.0/token/ERC20/ERC20Upgradeable.sol
 */
const POSITIONS: readonly Hex[] = [
  ...Array.from({ length: 128 }, (_, position) => numberToHex(position, { size: 32 })),
  "0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00",
  "0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace01",
];
/**
 * Of balances and of allowances.
 *
 * @see https://github.com/Vectorized/solady/blob/v0.1.26/src/tokens/ERC20.sol
 */
const SOLADY_SEEDS: readonly Hex[] = ["0x87a211a2", "0x7f5e9f20"];
const SCHEMES: readonly Scheme[] = [
  ...POSITIONS.flatMap((position): Scheme[] => [
    { by: "solidity", position },
    { by: "vyper", position },
  ]),
  ...SOLADY_SEEDS.map((seed): Scheme => ({ by: "solady", seed })),
];

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
  return layout && { contract: layout.contract, slot: slotOf(layout.scheme, of.keys) };
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
 * The mapping that a word is the entry of some keys in; null where it is of none that is tried.
 */
export function layoutOf({ contract, slot }: StorageWord, keys: readonly Address[]): Layout | null {
  const scheme = SCHEMES.find((each) => slotOf(each, keys) === slot);
  return scheme === undefined ? null : { contract, scheme };
}

function slotOf(scheme: Scheme, keys: readonly Address[]): Hex {
  if (scheme.by !== "solady") return keys.reduce(ENTRY[scheme.by], scheme.position);
  const [owner = "0x", ...others] = keys;
  return keccak256(concat([owner, pad(scheme.seed, { size: 12 }), ...others]));
}

function nameOf({ mapping, token }: MappedNumber): string {
  return `${mapping} ${token}`;
}
