import { type Address, encodeFunctionData } from "viem";
import { BalancerV2GyroPool } from "../../../abis/BalancerV2GyroPool.ts";
import type { StateReader } from "../../seed/reader.ts";
import { addressOf, firstWords, wordOf } from "../../seed/words.ts";
import type { KnownPool } from "./seed-rows.ts";
import { isGyroKind } from "./state.ts";

const SHAPE_WORDS = 14;
const RANGE_WORDS = 2;
const getSqrtParameters = encodeFunctionData({
  abi: BalancerV2GyroPool,
  functionName: "getSqrtParameters",
});
const getECLPParams = encodeFunctionData({
  abi: BalancerV2GyroPool,
  functionName: "getECLPParams",
});

/** What pools of Gyroscope's say besides, by contract. */
export async function gyroOf(
  state: StateReader,
  pools: readonly KnownPool[],
): Promise<
  ReadonlyMap<
    Address,
    { readonly providers: readonly Address[]; readonly shape: readonly bigint[] }
  >
> {
  const contracts = pools.flatMap(({ contract, facts }) =>
    isGyroKind(String(facts.kind)) ? contract : [],
  );
  if (contracts.length === 0) return new Map();
  const named = await firstWords(state, contracts, ["rateProvider0()", "rateProvider1()"]);
  const views = contracts.map((target) => ({ target, data: getECLPParams }));
  const shapes = await state.list(views, SHAPE_WORDS);
  const ranges = await state.list(
    contracts.map((target) => ({ target, data: getSqrtParameters })),
    RANGE_WORDS,
  );
  return new Map(
    contracts.map((contract, at) => {
      const [told, words] =
        wordOf(shapes[at]) === undefined ? [ranges[at], RANGE_WORDS] : [shapes[at], SHAPE_WORDS];
      const shape = Array.from({ length: words }, (_, i) =>
        BigInt.asIntN(256, wordOf(told, i) ?? 0n),
      );
      const providers = (named[at] ?? []).map((word) => addressOf(word ?? 0n));
      return [contract, { providers, shape }];
    }),
  );
}
