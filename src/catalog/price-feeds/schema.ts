import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** Lower-case address of the proxy. */
  feed: t.hex().notNull(),
  /**
   * Dollars per whole token with so many `decimals`, as the feed says it: 0 and negative ones
   * included.
   */
  answer: t.bigint().notNull(),
  decimals: t.integer().notNull(),
  /** When the answer was given, seconds since the epoch. */
  updatedAt: t.bigint().notNull(),
  /** Block of the reading that changed the row last. */
  updatedBlock: t.integer().notNull(),
});

/** Last answer of every Chainlink feed that answered. Key: chainId, feed. */
export const priceFeed = onchainTable("price_feed", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.feed] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/**
 * Answers of the feeds at the end of every block that changed them. Key: chainId, feed,
 * updatedBlock.
 */
export const priceFeedLog = onchainTable("price_feed_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.feed, table.updatedBlock] }),
}));
