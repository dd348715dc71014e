import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from "viem";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import { addressOf, wordOf } from "../../seed/words.ts";
import type { CompoundV3Contracts, CompoundV3Listing } from "./contracts.ts";
import type { Interest } from "./interest.ts";

const abi = parseAbi([
  "function rewardConfig(address comet) view returns (address, uint64, bool, uint256)",
  "function getAssetInfo(uint8 i) view returns (uint8, address, address, uint64, uint64, uint64, uint64, uint128)",
]);

/** Views of a market that answer a word, in the order in which they are read. */
const WORDS = [
  "supplyKink()",
  "supplyPerSecondInterestRateBase()",
  "supplyPerSecondInterestRateSlopeLow()",
  "supplyPerSecondInterestRateSlopeHigh()",
  "borrowKink()",
  "borrowPerSecondInterestRateBase()",
  "borrowPerSecondInterestRateSlopeLow()",
  "borrowPerSecondInterestRateSlopeHigh()",
  "numAssets()",
] as const;
const TOTALS = "totalsBasic()";
/** The second word of what a collateral is described by. */
const ASSET_WORD = 1;

/** What a market answers at a block. */
export interface CompoundV3Reading extends Interest {
  readonly cash: bigint;
  readonly pauseFlags: number;
  readonly rewardToken: Address;
  readonly collateralCount: number;
}

/** Reads markets of a chain in one call; null in the place of one that does not answer. */
export async function readMarkets(
  aggregate: Aggregate,
  { rewards, markets }: CompoundV3Contracts,
): Promise<readonly (CompoundV3Reading | null)[]> {
  const each = WORDS.length + 3;
  const answers = await ask(
    aggregate,
    markets.flatMap(({ comet, base }) => [
      ...WORDS.map((view) => ({ target: comet, callData: toFunctionSelector(view) })),
      { target: comet, callData: toFunctionSelector(TOTALS) },
      {
        target: base,
        callData: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [comet] }),
      },
      {
        target: rewards,
        callData: encodeFunctionData({ abi, functionName: "rewardConfig", args: [comet] }),
      },
    ]),
  );
  return markets.map((_, at) => readingOf(answers.slice(at * each, (at + 1) * each)));
}

function readingOf(answers: readonly (Hex | null)[]): CompoundV3Reading | null {
  const words = WORDS.map((_, at) => wordOf(answers[at]));
  const totals = Array.from({ length: 8 }, (_, at) => wordOf(answers[WORDS.length], at));
  const cash = wordOf(answers[WORDS.length + 1]);
  if (cash === undefined || [...words, ...totals].includes(undefined)) return null;
  const word = (at: number): bigint => words[at] ?? 0n;
  const total = (at: number): bigint => totals[at] ?? 0n;
  return {
    ...{ supplyKinkWad: word(0), supplyBaseWad: word(1) },
    ...{ supplySlopeLowWad: word(2), supplySlopeHighWad: word(3) },
    ...{ borrowKinkWad: word(4), borrowBaseWad: word(5) },
    ...{ borrowSlopeLowWad: word(6), borrowSlopeHighWad: word(7) },
    collateralCount: Number(word(8)),
    ...{ supplyIndex: total(0), borrowIndex: total(1) },
    ...{ totalSupply: total(4), totalBorrow: total(5) },
    ...{ accruedAt: Number(total(6)), pauseFlags: Number(total(7)) },
    cash,
    rewardToken: addressOf(wordOf(answers[WORDS.length + 2]) ?? 0n),
  };
}

/** What may be pledged in a market, in its order; null where it does not answer. */
export async function readCollaterals(
  aggregate: Aggregate,
  { comet }: CompoundV3Listing,
  count: number,
): Promise<readonly Address[] | null> {
  const answers = await ask(
    aggregate,
    Array.from({ length: count }, (_, i) => ({
      target: comet,
      callData: encodeFunctionData({ abi, functionName: "getAssetInfo", args: [i] }),
    })),
  );
  const words = answers.map((answer) => wordOf(answer, ASSET_WORD));
  if (words.includes(undefined)) return null;
  return words.map((word) => addressOf(word ?? 0n));
}

async function ask(
  aggregate: Aggregate,
  calls: readonly { readonly target: Address; readonly callData: Hex }[],
): Promise<readonly (Hex | null)[]> {
  const answers = await aggregate(calls.map((call) => ({ ...call, allowFailure: true as const })));
  return answers.map(({ success, returnData }) => (success ? returnData : null));
}
