import type { Address } from "viem";
import type { FeedListing } from "../../lib/chain.ts";
import { CHAINS } from "../../lib/chains.ts";

/** The Chainlink feed of a token. */
export interface PriceFeed {
  /** Proxy, lower-case: the aggregator behind it may change. */
  readonly feed: Address;
  /** The longest that an aggregator waits between two answers while it works. */
  readonly heartbeatSeconds: number;
}

/**
 * Chainlink feeds in dollars, by chain id, then by lower-case token, as the files of the chains
 * state them; a chain without any is absent.
 */
export const PRICE_FEEDS: ReadonlyMap<number, ReadonlyMap<Address, PriceFeed>> = new Map(
  [...CHAINS.values()]
    .filter(({ priceFeeds }) => priceFeeds.length > 0)
    .map(({ chainId, priceFeeds }) => [chainId, byToken(priceFeeds)]),
);

/** The feeds of a chain, each once. */
export function feedsOf(chainId: number): readonly Address[] {
  return [...new Set([...(PRICE_FEEDS.get(chainId)?.values() ?? [])].map(({ feed }) => feed))];
}

function byToken(listings: readonly FeedListing[]): ReadonlyMap<Address, PriceFeed> {
  return new Map(
    listings.flatMap(({ heartbeatSeconds, feeds }) =>
      (Object.entries(feeds) as [Address, Address][]).map(
        ([token, feed]) => [token, { feed, heartbeatSeconds }] as const,
      ),
    ),
  );
}
