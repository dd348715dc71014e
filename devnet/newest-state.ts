import { type Hex, hexToNumber, isHex, numberToHex } from "viem";
import { z } from "zod";
import { blockNumber } from "./builder.ts";
import type { Rpc } from "./rpc.ts";

/** Place of the block among the parameters of methods that read state. */
const STATE_BLOCK: Readonly<Record<string, number>> = {
  ...{ eth_call: 1, eth_getBalance: 1, eth_getCode: 1, eth_getTransactionCount: 1 },
  ...{ eth_estimateGas: 1, eth_simulateV1: 1, eth_getStorageAt: 2 },
};
const HASH_CHARACTERS = 66;

const hex = z.custom<Hex>((value) => isHex(value));
const header = z.looseObject({ number: hex });

/**
 * Makes requests for the state of a block in which, and since which, nothing happened ones for the
 * newest: anvil keeps a copy of all accounts for each state, which few of a large chain fill the
 * memory with.
 *
 * @param unchangedSince A block in whose children up to the newest there are no transactions.
 * @returns Parameters of a request, those that it has where it reads another state or none.
 */
export function createNewestState(
  node: Rpc,
  { newest: known, unchangedSince }: { readonly newest: number; readonly unchangedSince: number },
): (method: string, params: readonly unknown[]) => Promise<readonly unknown[]> {
  /** The newest block that was looked at, and the newest whose state is not its parent's. */
  let [newest, changed] = [known, unchangedSince];
  const numbers = new Map<Hex, number>();
  let looking: Promise<void> = Promise.resolve();

  /** One at a time, as each goes on from where the last one ended. */
  function lookAtNewBlocks(): Promise<void> {
    looking = looking.catch(() => undefined).then(look);
    return looking;
  }

  async function look(): Promise<void> {
    const last = await blockNumber(node);
    for (; newest < last; newest++) {
      const next = numberToHex(newest + 1);
      const count = await node.request("eth_getBlockTransactionCountByNumber", [next]);
      if (hexToNumber(hex.parse(count)) > 0) changed = newest + 1;
    }
  }

  /** Null: there is no block of this hash. */
  async function numberOf(hash: Hex): Promise<number | null> {
    const found = numbers.get(hash);
    if (found !== undefined) return found;
    const block = header.nullable().parse(await node.request("eth_getBlockByHash", [hash, false]));
    if (block === null) return null;
    numbers.set(hash, hexToNumber(block.number));
    return hexToNumber(block.number);
  }

  return async (method, params) => {
    const at = STATE_BLOCK[method];
    if (at === undefined) return params;
    const block = named(params[at]);
    if (!isHex(block)) return params;
    await lookAtNewBlocks();
    const number = block.length === HASH_CHARACTERS ? await numberOf(block) : hexToNumber(block);
    if (number === null || number < changed || number > newest) return params;
    return params.with(at, "latest");
  };
}

/** A block by its number or hash, as EIP-1898 has it too. */
function named(block: unknown): unknown {
  if (typeof block !== "object" || block === null) return block;
  const { blockHash, blockNumber: number } = block as { blockHash?: string; blockNumber?: string };
  return blockHash ?? number;
}
