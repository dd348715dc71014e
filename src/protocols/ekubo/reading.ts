import { type Address, concatHex, type Hex, toFunctionSelector } from "viem";
import type { View } from "../../catalog/live/aggregate.ts";
import { type PoolWord, poolWordOf } from "./transitions.ts";

/**
 * Answers the words in as many slots as follow it.
 *
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/base/ExposedStorage.sol
 */
const SLOAD = toFunctionSelector("function sload()");

const WORD_DIGITS = 64;

/** Asks for the words of pools, whose ids are their slots. */
export function wordsView(core: Address, poolIds: readonly Hex[]): View {
  return { target: core, data: concatHex([SLOAD, ...poolIds]) };
}

/** The words that it answers; null for a pool that is not there, or where there is no answer. */
export function poolWordsOf(answer: Hex | null, count: number): readonly (PoolWord | null)[] {
  const digits = answer?.slice(2) ?? "";
  return Array.from({ length: count }, (_, at) => {
    const found = digits.slice(at * WORD_DIGITS, (at + 1) * WORD_DIGITS);
    const word = found.length === WORD_DIGITS ? BigInt(`0x${found}`) : 0n;
    return word === 0n ? null : poolWordOf(word);
  });
}
