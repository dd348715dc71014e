import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  slice,
} from "viem";
import type { Ask, View } from "../../catalog/live/aggregate.ts";
import { lower } from "../../lib/address.ts";
import { addressOf, wordOf } from "../../seed/words.ts";
import { slotOf, storageView } from "../fluid/reading.ts";
import type { DexLiteContracts } from "./contracts.ts";
import { centerNonceOf } from "./prices.ts";
import type { DexKey, DexLiteWords } from "./state.ts";

const abi = parseAbi(["function centerPrice(address token0, address token1) returns (uint256)"]);
const KEY = parseAbiParameters("address, address, bytes32");
const MAPPED = parseAbiParameters("bytes8, bytes32");

// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/libraries/dexLiteSlotsLink.sol
const LIST = 1;
const WORDS = { variables: 2, centerShift: 3, rangeShift: 4, thresholdShift: 5 } as const;
/** Words of a key in the list. */
const KEY_WORDS = 3;

/** First eight bytes of the hash of a key, by which the contract knows the pool. */
export function dexIdOfKey({ token0, token1, salt }: DexKey): Hex {
  return slice(keccak256(encodeAbiParameters(KEY, [token0, token1, salt])), 0, 8);
}

/** How many pools the contract lists. */
export async function countPools(ask: Ask, { dexLite }: DexLiteContracts): Promise<number> {
  const [answer] = await ask([storageView(dexLite, slotOf(LIST))]);
  return Number(wordOf(answer) ?? 0n);
}

/** Keys of the contract's list in the places [from, to). */
export async function readKeys(
  ask: Ask,
  { dexLite }: DexLiteContracts,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly DexKey[]> {
  const first = BigInt(keccak256(slotOf(LIST)));
  const places = Array.from({ length: to - from }, (_, i) => from + i);
  const slots = places.flatMap((place) =>
    Array.from({ length: KEY_WORDS }, (_, i) => first + BigInt(place * KEY_WORDS + i)),
  );
  const answers = await ask(slots.map((slot) => storageView(dexLite, slotOf(slot))));
  return places.flatMap((_, i): DexKey[] => {
    const [token0, token1, salt] = [0, 1, 2].map((n) => wordOf(answers[i * KEY_WORDS + n]));
    if (token0 === undefined || token1 === undefined || salt === undefined) return [];
    return [{ token0: addressOf(token0), token1: addressOf(token1), salt: slotOf(salt) }];
  });
}

/** Words of pools; null where the contract does not answer. */
export async function readWords(
  ask: Ask,
  pools: readonly { readonly dexId: Hex }[],
  { dexLite }: DexLiteContracts,
): Promise<readonly (DexLiteWords | null)[]> {
  const slots = Object.values(WORDS);
  const views = pools.flatMap(({ dexId }) =>
    slots.map((slot) =>
      storageView(dexLite, keccak256(encodeAbiParameters(MAPPED, [dexId, slotOf(slot)]))),
    ),
  );
  const answers = await ask(views);
  return pools.map((_, i) => {
    const [variables, centerShift, rangeShift, thresholdShift] = slots.map((_, n) =>
      wordOf(answers[i * slots.length + n]),
    );
    if (variables === undefined || centerShift === undefined) return null;
    if (rangeShift === undefined || thresholdShift === undefined) return null;
    return { variables, centerShift, rangeShift, thresholdShift };
  });
}

/** What contracts of center prices say, 27 decimals; 0 for pools without one; null: no answer. */
export async function centerPrices(
  ask: Ask,
  pools: readonly { readonly tokens: readonly Address[]; readonly variables: bigint }[],
  { deployer }: DexLiteContracts,
): Promise<readonly (bigint | null)[]> {
  const views = pools.map(({ tokens, variables }): View | null => {
    const nonce = centerNonceOf(variables);
    const [token0, token1] = tokens;
    if (nonce === 0n || token0 === undefined || token1 === undefined) return null;
    const target = lower(getContractAddress({ from: deployer, nonce }));
    const args = [token0, token1] as const;
    return { target, data: encodeFunctionData({ abi, functionName: "centerPrice", args }) };
  });
  const answers = await ask(views.flatMap((view) => view ?? []));
  let next = 0;
  return views.map((view) => (view === null ? 0n : (wordOf(answers[next++]) ?? null)));
}
