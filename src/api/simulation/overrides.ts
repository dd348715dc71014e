import { type Address, numberToHex, type StateOverride } from "viem";
import type { StorageWord } from "./storage-word.ts";

/**
 * A balance that an account is given in a simulation, or an allowance: what there is, and how much
 * is added.
 */
export interface Gift {
  /** The word that holds it, or the account itself for its native currency. */
  readonly place: StorageWord | { readonly account: Address };
  readonly held: bigint;
  readonly added: bigint;
}

/** Sets what is given; of what is given several times all is added. */
export function giftOverrides(gifts: readonly Gift[]): StateOverride {
  const byPlace = new Map<string, Gift>();
  for (const gift of gifts) {
    const { place } = gift;
    const key = "slot" in place ? `${place.contract}:${place.slot}` : place.account;
    const added = (byPlace.get(key)?.added ?? 0n) + gift.added;
    byPlace.set(key, { ...gift, added });
  }
  return [...byPlace.values()].map(({ place, held, added }) => {
    const balance = held + added;
    if (!("slot" in place)) return { address: place.account, balance };
    const value = numberToHex(balance, { size: 32 });
    return { address: place.contract, stateDiff: [{ slot: place.slot, value }] };
  });
}

/** One override for each account: viem refuses an address that is named twice. */
export function mergeOverrides(overrides: StateOverride): StateOverride {
  const byAddress = new Map<Address, StateOverride[number]>();
  for (const override of overrides) {
    const earlier = byAddress.get(override.address);
    const stateDiff = [...(earlier?.stateDiff ?? []), ...(override.stateDiff ?? [])];
    const { state: _, stateDiff: __, ...rest } = { ...earlier, ...override };
    byAddress.set(override.address, stateDiff.length === 0 ? rest : { ...rest, stateDiff });
  }
  return [...byAddress.values()];
}
