import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  prepareEncodeFunctionData,
  size,
  slice,
} from "viem";
import { CurveGauge as abi } from "../../../abis/CurveGauge.ts";
import type { Aggregate, ViewAnswer, ViewCall } from "../../catalog/live/aggregate.ts";
import { lower, ZERO_ADDRESS } from "../../lib/address.ts";
import type { RewardStream } from "../reward-streams.ts";

/** What a gauge answers. */
export interface GaugeReading {
  readonly supply: bigint;
  readonly rewards: readonly RewardStream[];
}

/** Most rewards of a gauge. */
const MOST_REWARDS = 8;
// Encoded once: hashing the signatures for each gauge of each block is what reading costs.
const TOTAL_SUPPLY = encodeFunctionData({ abi, functionName: "totalSupply" });
const REWARD_TOKENS = Array.from({ length: MOST_REWARDS }, (_, index) =>
  encodeFunctionData({ abi, functionName: "reward_tokens", args: [BigInt(index)] }),
);
const REWARD_DATA = prepareEncodeFunctionData({ abi, functionName: "reward_data" });
const WORD = 32;

/**
 * Reads gauges in two calls. Rewards of versions without streams have rate 0; versions without
 * rewards have none.
 *
 * @returns Null for a gauge that does not answer.
 */
export async function readGauges(
  aggregate: Aggregate,
  gauges: readonly Address[],
): Promise<readonly (GaugeReading | null)[]> {
  const asked = gauges.flatMap((target) =>
    [TOTAL_SUPPLY, ...REWARD_TOKENS].map((data) => call(target, data)),
  );
  const answers = await aggregate(asked);
  const known = gauges.map((gauge, position) => {
    const [supply, ...rewards] = answers.slice(
      position * (MOST_REWARDS + 1),
      (position + 1) * (MOST_REWARDS + 1),
    );
    return { gauge, supply: wordsOf(supply)[0] ?? null, tokens: rewards.flatMap(tokenOf) };
  });
  const streams = await aggregate(
    known.flatMap(({ gauge, tokens }) =>
      tokens.map((token) => call(gauge, encodeFunctionData({ ...REWARD_DATA, args: [token] }))),
    ),
  );
  let next = 0;
  return known.map(({ supply, tokens }) => {
    const rewards = tokens.map((token) => streamOf(token, wordsOf(streams[next++])));
    return supply === null ? null : { supply, rewards };
  });
}

function call(target: Address, callData: Hex): ViewCall {
  return { target, allowFailure: true, callData };
}

/** 32-byte words of an answer; none of a failed call. */
function wordsOf(answer: ViewAnswer | undefined): readonly bigint[] {
  if (answer === undefined || !answer.success) return [];
  return Array.from({ length: Math.floor(size(answer.returnData) / WORD) }, (_, index) =>
    hexToBigInt(slice(answer.returnData, index * WORD, (index + 1) * WORD)),
  );
}

function tokenOf(answer: ViewAnswer | undefined): readonly Address[] {
  if (answer === undefined || !answer.success || size(answer.returnData) !== WORD) return [];
  const token = decodeFunctionResult({
    abi,
    functionName: "reward_tokens",
    data: answer.returnData,
  });
  return token === ZERO_ADDRESS ? [] : [lower(token)];
}

/** The last words are period_finish, rate, last_update and integral, whatever stands before. */
function streamOf(token: Address, words: readonly bigint[]): RewardStream {
  const [periodFinish = 0n, rate = 0n] = words.length < 5 ? [] : words.slice(-4);
  return { token, rate, periodFinish };
}
