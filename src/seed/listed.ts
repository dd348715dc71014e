import { type Address, toFunctionSelector } from "viem";
import type { Catalogue, SeedPool } from "./family.ts";
import type { StateReader } from "./reader.ts";
import { addressOf, firstWords } from "./words.ts";

/**
 * The catalogue of a factory that tells how many contracts it made and each by its place.
 *
 * @param views.count Signature of the view of the number.
 * @param views.at Signature of the view of the contract in a place.
 * @param describe The pools of some of the contracts.
 */
export function listedBy(
  factory: Address,
  { count, at }: { readonly count: string; readonly at: string },
  describe: (state: StateReader, made: readonly Address[]) => Promise<readonly SeedPool[]>,
): Catalogue {
  return {
    kind: "enumerated",
    key: factory,
    async count(state) {
      const [answers] = await firstWords(state, [factory], [count]);
      return Number(answers?.[0] ?? 0n);
    },
    async read(state, from, to) {
      const selector = toFunctionSelector(at);
      return describe(state, (await state.range(factory, { selector, from, to })).map(addressOf));
    },
  };
}
