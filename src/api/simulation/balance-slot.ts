import { type Address, type Hex, numberToHex, type PublicClient } from "viem";
import { wordOf } from "./caller.ts";
import { balanceOfData } from "./erc20.ts";

/** A storage word whose value is an account's balance. */
export interface BalanceSlot {
  /** Contract that stores it: the token, or what it keeps its balances in. */
  readonly contract: Address;
  readonly slot: Hex;
}

/** A value no account holds by chance. */
const PROBE = 0x5eed_c0de_5eedn;

/**
 * Finds where a token stores an account's balance: the storage words that `balanceOf` reads, each
 * tried with another value. Null for tokens whose balance is computed (rebasing ones): there no
 * single word decides it.
 */
export async function findBalanceSlot(
  client: PublicClient,
  query: { readonly token: Address; readonly owner: Address; readonly blockNumber: bigint },
): Promise<BalanceSlot | null> {
  const { token, owner, blockNumber } = query;
  const data = balanceOfData(owner);
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
