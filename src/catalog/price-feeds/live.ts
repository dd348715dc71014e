import type { LiveReader } from "../live/reader.ts";
import { feedsOf, PRICE_FEEDS } from "./feeds.ts";
import { isNews, readFeeds } from "./reading.ts";
import { priceFeed } from "./schema.ts";

/**
 * Reads the Chainlink feeds at their proxies: what they log comes from aggregators, which change.
 */
export const priceFeedReader: LiveReader = {
  secondsBetween: 2,
  isOn: (chainId) => PRICE_FEEDS.has(chainId),
  async read({ context, chain: { chainId }, block: { number: updatedBlock }, aggregate }) {
    for (const [feed, read] of await readFeeds(aggregate, feedsOf(chainId))) {
      const key = { chainId, feed };
      if (!isNews(await context.db.find(priceFeed, key), read)) continue;
      const facts = { ...read, updatedBlock };
      await context.db
        .insert(priceFeed)
        .values({ ...key, ...facts })
        .onConflictDoUpdate(facts);
    }
  },
};
