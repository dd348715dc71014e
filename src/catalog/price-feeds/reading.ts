import {
  type Address,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  hexToNumber,
  size,
  slice,
} from "viem";
import { ChainlinkFeed } from "../../../abis/ChainlinkFeed.ts";
import type { Aggregate } from "../live/aggregate.ts";

/** What a feed says. */
export interface FeedAnswer {
  /** Dollars per whole token with so many `decimals`; not to be used when 0 or negative. */
  readonly answer: bigint;
  readonly decimals: number;
  /** When the answer was given, seconds since the epoch; 0 before the first. */
  readonly updatedAt: bigint;
}

const CALLS = {
  decimals: encodeFunctionData({ abi: ChainlinkFeed, functionName: "decimals" }),
  latestRoundData: encodeFunctionData({ abi: ChainlinkFeed, functionName: "latestRoundData" }),
} as const;
/** Decimals are a byte. */
const MAX_DECIMALS = 255n;

/**
 * Answers of the feeds in one call, by feed; one that fails or answers something else is left out.
 */
export async function readFeeds(
  aggregate: Aggregate,
  feeds: readonly Address[],
): Promise<ReadonlyMap<Address, FeedAnswer>> {
  const results = await aggregate(
    feeds.flatMap((target) =>
      [CALLS.decimals, CALLS.latestRoundData].map((callData) => ({
        ...{ target, allowFailure: true, callData },
      })),
    ),
  );
  const words = (at: number, count: number): Hex | null => {
    const result = results[at];
    const isWhole = result?.success === true && size(result.returnData) === 32 * count;
    return isWhole ? result.returnData : null;
  };
  const answers = new Map<Address, FeedAnswer>();
  for (const [at, feed] of feeds.entries()) {
    const [decimals, round] = [words(2 * at, 1), words(2 * at + 1, 5)];
    if (decimals === null || round === null || hexToBigInt(decimals) > MAX_DECIMALS) continue;
    answers.set(feed, {
      answer: hexToBigInt(slice(round, 32, 64), { signed: true }),
      decimals: hexToNumber(decimals),
      updatedAt: hexToBigInt(slice(round, 96, 128)),
    });
  }
  return answers;
}

/** Whether a reading changes what is known of a feed; null: nothing is. */
export function isNews(known: FeedAnswer | null, read: FeedAnswer): boolean {
  return (
    known === null ||
    known.answer !== read.answer ||
    known.decimals !== read.decimals ||
    known.updatedAt !== read.updatedAt
  );
}
