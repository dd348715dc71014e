import type { Address } from "viem";
import type { Ratio } from "../../protocols/protocol.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { PriceOffer } from "./usd-price.ts";

/**
 * Seconds that an answer may be later than its feed's heartbeat, as a congested chain delays it.
 */
const LATE_SECONDS = 900n;
/**
 * Weight of a feed among pools, in whole dollars of depth. Pools that are deeper together overrule
 * it: they have real amounts to be traded against, and the feed may be stuck.
 */
export const FEED_DEPTH_USD = 1_024_000n;
/**
 * How far a working feed may be from the market, in parts of its answer: 1 %, within which pools
 * know better. Feeds answer anew when the price has moved by that much at the most.
 *
 * @see https://docs.chain.link/data-feeds#check-the-timestamp-of-the-latest-answer
 */
const DEVIATION = 100n;

/**
 * Dollars per smallest unit of a token by its Chainlink feed. Null without one, where the answer is
 * 0 or negative, or where at the snapshot's block it is older than the feed's heartbeat and 15
 * minutes, or from the future.
 */
export function feedPrice(snapshot: Snapshot, token: Address): Ratio | null {
  const feed = snapshot.priceFeeds.get(token);
  const listed = snapshot.tokens.get(token);
  if (feed === undefined || listed === undefined || feed.answer <= 0n) return null;
  const age = BigInt(snapshot.block.timestamp) - feed.updatedAt;
  if (age < 0n || age > BigInt(feed.heartbeatSeconds) + LATE_SECONDS) return null;
  return { numerator: feed.answer, denominator: 10n ** BigInt(feed.decimals + listed.decimals) };
}

/** A fresh feed's answer among the offers of pools; null without. */
export function feedOffer(snapshot: Snapshot, token: Address): PriceOffer | null {
  const price = feedPrice(snapshot, token);
  if (price === null) return null;
  const parts = (count: bigint): Ratio => ({
    numerator: price.numerator * count,
    denominator: price.denominator * DEVIATION,
  });
  return { low: parts(DEVIATION - 1n), high: parts(DEVIATION + 1n), depthUsd: FEED_DEPTH_USD };
}
