import { type Address, encodeFunctionData, type Hex, hexToBigInt, size, sliceHex } from "viem";
import { SlipstreamViews } from "../../../abis/SlipstreamViews.ts";
import type { Aggregate, ViewAnswer } from "../../catalog/live/aggregate.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { addressOf } from "../../seed/words.ts";
import { type DynamicFee, feePipsAt } from "./fees.ts";

/** A factory and the pools of it that are read. */
export interface FeeQuestion {
  readonly factory: Address;
  /** What probably says the fees. */
  readonly feeModule: Address | null;
  readonly pools: readonly { readonly address: Address; readonly tickSpacing: number }[];
  /** Of the block, seconds since the epoch. */
  readonly timestamp: number;
}

/** What a pool charges. */
export interface ReadFee {
  readonly feePips: number;
  readonly dynamicFee: DynamicFee | null;
}

/** A base fee that stands for none; 0 stands for that of the tick spacing. */
const NO_FEE = 420n;
/** Seconds that modules average over unless told otherwise. */
const USUAL_SECONDS = 600;
/** Seconds after the reading whose averages are read: the next block's time is among them. */
const AHEAD = [0, 1, 2];
const WORD = 32;

/**
 * Fees of pools by address, as swaps of the next blocks pay them; null of one whose contracts do
 * not say. Mostly in one round: module and time are those that were guessed.
 */
export async function readFees(
  aggregate: Aggregate,
  question: FeeQuestion,
): Promise<ReadonlyMap<Address, ReadFee | null>> {
  let guess: Guess = { module: question.feeModule ?? ZERO_ADDRESS, seconds: USUAL_SECONDS };
  for (;;) {
    const { settings, answers } = await ask(aggregate, question, guess);
    const isRight = settings.module === guess.module && settings.seconds === guess.seconds;
    if (!isRight) guess = { module: settings.module, seconds: settings.seconds };
    else return feesOf(question, settings, answers);
  }
}

interface Guess {
  readonly module: Address;
  readonly seconds: number;
}

/** What holds for all pools of a factory. */
interface Settings extends Guess {
  readonly scalingFactor: bigint;
  readonly capPips: bigint;
  /** Observations that a pool has to remember. */
  readonly leastObservations: number;
}

const OF_MODULE = [
  "secondsAgo",
  "MIN_SECONDS_AGO",
  "defaultScalingFactor",
  "defaultFeeCap",
] as const;
/** Views of each pool, in the order in which they are asked for. */
const OF_POOL = 5;

async function ask(
  aggregate: Aggregate,
  { factory, pools }: FeeQuestion,
  { module, seconds }: Guess,
) {
  const view = (target: Address, callData: Hex) =>
    ({ target, callData, allowFailure: true }) as const;
  const abi = SlipstreamViews;
  const calls = [
    view(factory, encodeFunctionData({ abi, functionName: "swapFeeModule" })),
    ...OF_MODULE.map((functionName) => view(module, encodeFunctionData({ abi, functionName }))),
    ...pools.flatMap(({ address, tickSpacing }) => {
      const spacing = [tickSpacing] as const;
      const agos = [[...AHEAD.map((second) => seconds - second), 0]] as const;
      const own = [address] as const;
      return [
        view(factory, encodeFunctionData({ abi, functionName: "getSwapFee", args: own })),
        view(factory, encodeFunctionData({ abi, functionName: "tickSpacingToFee", args: spacing })),
        view(module, encodeFunctionData({ abi, functionName: "dynamicFeeConfig", args: own })),
        view(address, encodeFunctionData({ abi, functionName: "slot0" })),
        view(address, encodeFunctionData({ abi, functionName: "observe", args: agos })),
      ];
    }),
  ];
  const [found, ago, least, scaling, cap, ...answers] = await aggregate(calls);
  const stated = Number(wordOf(ago) ?? BigInt(USUAL_SECONDS));
  const settings: Settings = {
    module: addressOf(wordOf(found) ?? 0n),
    seconds: stated > AHEAD.length ? stated : USUAL_SECONDS,
    scalingFactor: wordOf(scaling) ?? 0n,
    capPips: wordOf(cap) ?? 0n,
    leastObservations: Math.floor(stated / Math.max(1, Number(wordOf(least) ?? 1n))),
  };
  return { settings, answers };
}

function feesOf(
  { pools, timestamp }: FeeQuestion,
  settings: Settings,
  answers: readonly ViewAnswer[],
): ReadonlyMap<Address, ReadFee | null> {
  return new Map(
    pools.map(({ address }, at) => {
      const own = answers.slice(at * OF_POOL, (at + 1) * OF_POOL);
      return [address, feeOf(own, settings, timestamp)];
    }),
  );
}

/** What a pool's views come to. */
function feeOf(
  [told, ofSpacing, config, slot0, sums]: readonly ViewAnswer[],
  settings: Settings,
  latestTimestamp: number,
): ReadFee | null {
  const charged = wordOf(told);
  if (charged === undefined) return null;
  const fixed = { feePips: Number(charged), dynamicFee: null };
  const [base, ownCap, ownFactor] = [wordOf(config), wordOf(config, 1), wordOf(config, 2)];
  const usual = wordOf(ofSpacing);
  const price = wordOf(slot0, 1);
  if (base === undefined || ownCap === undefined || ownFactor === undefined) return fixed;
  if (usual === undefined || price === undefined || base === NO_FEE) return fixed;
  const feePips = Number(base === 0n ? usual : base);
  const [scalingFactor, capPips] =
    ownFactor === 0n ? [settings.scalingFactor, settings.capPips] : [ownFactor, ownCap];
  const tick = Number(BigInt.asIntN(256, price));
  const remembers = Number(wordOf(slot0, 3) ?? 0n) >= settings.leastObservations;
  const dynamicFee: DynamicFee = {
    ...{ scalingFactor, capPips: Number(capPips), latestTimestamp },
    averageTicks: remembers ? averagesOf(sums, tick, settings.seconds) : [],
    ...{ firstPips: firstOf(config, feePips), sinceTimestamp: latestTimestamp },
  };
  const at = { tick, timestamp: latestTimestamp };
  const later = feePipsAt(feePips, { ...dynamicFee, firstPips: null }, at);
  if (fixed.feePips !== dynamicFee.firstPips) {
    // A module of another kind may answer the same views.
    if (fixed.feePips !== later) return fixed;
    const sinceTimestamp = latestTimestamp + 1;
    if (dynamicFee.firstPips !== null)
      return { feePips, dynamicFee: { ...dynamicFee, sinceTimestamp } };
  }
  const isFixed =
    dynamicFee.firstPips === null && (scalingFactor === 0n || dynamicFee.averageTicks.length === 0);
  return isFixed ? { feePips: later, dynamicFee: null } : { feePips, dynamicFee };
}

/** Averages over the seconds before each time ahead; none where the pool does not remember them. */
function averagesOf(
  sums: ViewAnswer | undefined,
  tick: number,
  seconds: number,
): readonly number[] {
  // An offset for each of two lists, and the length of the first.
  const sumAt = (place: number) => {
    const word = wordOf(sums, 3 + place);
    return word === undefined ? undefined : BigInt.asIntN(256, word);
  };
  const now = sumAt(AHEAD.length);
  if (now === undefined) return [];
  return AHEAD.map((second, place) => {
    const grown = now + BigInt(tick * second) - (sumAt(place) ?? 0n);
    return Number(grown / BigInt(seconds));
  });
}

/** What swaps pay until one has moved the tick in their block; null: what all pay. */
function firstOf(config: ViewAnswer | undefined, basePips: number): number | null {
  const [isOn, own] = [wordOf(config, 3), wordOf(config, 4)];
  if (isOn === undefined || isOn === 0n || own === undefined) return null;
  if (own === 0n) return basePips;
  return own === NO_FEE ? 0 : Number(own);
}

/** A word of what a view returned; undefined where it failed or returned less. */
function wordOf(answer: ViewAnswer | undefined, at = 0): bigint | undefined {
  if (answer === undefined || !answer.success) return undefined;
  const end = (at + 1) * WORD;
  if (size(answer.returnData) < end) return undefined;
  return hexToBigInt(sliceHex(answer.returnData, end - WORD, end));
}
