import { type Address, type Hex, numberToHex, type PublicClient } from "viem";
import { wordOf } from "./caller.ts";

/** A word of storage that holds a number which a token tells: a balance, an allowance. */
export interface StorageWord {
  /** Contract that stores it: the token, or what it keeps its numbers in. */
  readonly contract: Address;
  readonly slot: Hex;
}

/** A value no account holds by chance. */
const PROBE = 0x5eed_c0de_5eedn;

/**
 * Finds where a token stores the number that a view tells: the storage words that it reads, each
 * tried with another value. Null for numbers that are computed, as balances of rebasing tokens:
 * there no single word decides it.
 */
export async function findStorageWord(
  client: PublicClient,
  view: { readonly token: Address; readonly data: Hex; readonly blockNumber: bigint },
): Promise<StorageWord | null> {
  const { token, data, blockNumber } = view;
  const { accessList } = await client.createAccessList({ to: token, data, blockNumber });
  for (const { address, storageKeys } of accessList) {
    for (const slot of storageKeys) {
      const { data: returned } = await client.call({
        to: token,
        data,
        blockNumber,
        stateOverride: [
          { address, stateDiff: [{ slot, value: numberToHex(PROBE, { size: 32 }) }] },
        ],
      });
      if (wordOf(returned) === PROBE) return { contract: address, slot };
    }
  }
  return null;
}
