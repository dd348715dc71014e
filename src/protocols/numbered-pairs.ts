import { type Address, toFunctionSelector } from "viem";
import type { Facts, PairSearch, PoolKind } from "../seed/family.ts";

/** The highest fee or spacing that is looked for. */
const HIGHEST = 20_000;

/**
 * The search of a factory that names its pools by two tokens and a number, each of which it tells
 * something of.
 *
 * @param views.pool Signature of the view of a pool by two tokens and the number.
 * @param views.told Signature of the view of what a number comes with, 0 for one that it does not
 *   take.
 * @param factsOf Facts of pools of a number and what comes with it.
 */
export function numberedPairs(
  { factory, slug }: { readonly factory: Address; readonly slug: string },
  views: { readonly pool: string; readonly told: string },
  factsOf: (key: number, told: number) => Facts,
): PairSearch {
  return {
    ...{ of: { address: factory, selector: toFunctionSelector(views.pool) }, slug },
    async kinds(state) {
      const selector = toFunctionSelector(views.told);
      const told = await state.range(factory, { selector, from: 0, to: HIGHEST + 1 });
      return told.flatMap((word, key): PoolKind[] =>
        word === 0n ? [] : [{ key: BigInt(key), facts: factsOf(key, Number(word)) }],
      );
    },
  };
}
