import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import { type PoolManager, type Question, wordsOf } from "./lens.ts";

const ABI = parseAbi([
  "function pairs(address factory, bytes4 selector, address[] tokens, address[] partners, uint256[] keys) view",
  "function managedPairs(address manager, uint256 mappingSlot, address[] tokens, address[] partners, uint256[] keys) view",
]);
/**
 * Pools that one call looks for: to find that there is none takes 3,800 gas, most of it for a slot
 * that nothing read before.
 */
const PLACES = 7_000;

/** A factory that names its pools by two tokens, and a number for views that take one. */
export interface PairFactory {
  readonly address: Address;
  readonly selector: Hex;
}

/** Which pools are looked for. */
export interface PairsWanted {
  /** A manager's pools are those without hooks. */
  readonly of: PairFactory | (PoolManager & { readonly mappingSlot: bigint });
  readonly tokens: readonly Address[];
  readonly partners: readonly Address[];
  /** What pools of the same tokens are told apart by; of a manager's as `managedKey` makes them. */
  readonly keys: readonly bigint[];
}

/** A pool that is there. */
export interface FoundPair {
  readonly token: Address;
  readonly partner: Address;
  /** Place among the keys. */
  readonly key: number;
  /** Its contract; the id of a manager's. */
  readonly id: Hex;
}

/** The key of a manager's pools with a fee and a tick spacing. */
export function managedKey(feePips: number, tickSpacing: number): bigint {
  return (BigInt(feePips) << 24n) | BigInt(tickSpacing);
}

/** Tokens that one call takes. */
export function tokensAtOnce({ partners, keys }: PairsWanted): number {
  return Math.max(1, Math.floor(PLACES / Math.max(1, partners.length * keys.length)));
}

/** Those of the pools that are there, in the order of tokens, partners and keys. */
export function pairsQuestion(wanted: PairsWanted): Question<readonly FoundPair[]> {
  const { of, tokens, partners, keys } = wanted;
  const lists = [tokens, partners, keys] as const;
  return {
    data:
      "selector" in of
        ? encodeFunctionData({
            ...{ abi: ABI, functionName: "pairs", args: [of.address, of.selector, ...lists] },
          })
        : encodeFunctionData({
            ...{ abi: ABI, functionName: "managedPairs" },
            args: [of.address, of.mappingSlot, ...lists],
          }),
    decode(returned) {
      const [count = 0n] = wordsOf(returned, null);
      const words = wordsOf(returned, 1 + 2 * Number(count));
      const size = "selector" in of ? 20 : 32;
      return Array.from({ length: Number(count) }, (_, at): FoundPair => {
        const place = Number(words[1 + 2 * at]);
        const pair = Math.floor(place / keys.length);
        return {
          token: tokens[Math.floor(pair / partners.length)] as Address,
          partner: partners[pair % partners.length] as Address,
          key: place % keys.length,
          id: numberToHex(words[2 + 2 * at] ?? 0n, { size }),
        };
      });
    },
  };
}
