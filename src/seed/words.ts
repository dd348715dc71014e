import { type Address, type Hex, numberToHex, toFunctionSelector } from "viem";
import type { SharedAnswers, SharedView } from "./lens.ts";
import type { StateReader } from "./reader.ts";

/** The address in a word. */
export function addressOf(word: bigint): Address {
  return numberToHex(word & ((1n << 160n) - 1n), { size: 20 });
}

/** A view without arguments, and how many words of what it returns are wanted. */
export function viewOf(signature: string, words = 1): SharedView {
  return { data: toFunctionSelector(signature), words };
}

/** The first word of an answer; undefined where there is none. */
export function first(answers: SharedAnswers | undefined, view: number): bigint | undefined {
  return answers?.[view]?.[0];
}

/** The word in what a view returned; undefined where it failed or returned less. */
export function wordOf(returned: Hex | null | undefined, at = 0): bigint | undefined {
  if (returned == null || returned.length < 2 + 64 * (at + 1)) return undefined;
  return BigInt(`0x${returned.slice(2 + 64 * at, 2 + 64 * (at + 1))}`);
}

/** One word of each of some views of each contract, by the contract's place. */
export async function firstWords(
  state: StateReader,
  contracts: readonly Address[],
  signatures: readonly string[],
): Promise<readonly (readonly (bigint | undefined)[])[]> {
  const answers = await state.product(
    contracts,
    signatures.map((signature) => viewOf(signature)),
  );
  return answers.map((own) => own.map((words) => words?.[0]));
}
