import { eq } from "drizzle-orm";
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
  async read({ context: { db }, chain: { chainId }, block: { number: updatedBlock }, aggregate }) {
    // Few answers change in a block: to find each would be a query for every feed.
    const rows = await db.sql.select().from(priceFeed).where(eq(priceFeed.chainId, chainId));
    const known = new Map(rows.map((row) => [row.feed, row]));
    for (const [feed, read] of await readFeeds(aggregate, feedsOf(chainId))) {
      if (!isNews(known.get(feed) ?? null, read)) continue;
      const facts = { ...read, updatedBlock };
      await db
        .insert(priceFeed)
        .values({ chainId, feed, ...facts })
        .onConflictDoUpdate(facts);
    }
  },
};
