import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  token: t.hex().notNull(),
  slug: t.text().notNull(),
  entry: t.hex().notNull(),
  wrapper: t.hex(),
  shares: t.bigint().notNull(),
  assets: t.bigint().notNull(),
  adjustmentBps: t.integer().notNull(),
  minimum: t.bigint().notNull(),
  supplied: t.bigint().notNull(),
  cap: t.bigint(),
  isPaused: t.boolean().notNull(),
  held: t.bigint().notNull(),
  wrapped: t.bigint().notNull(),
  /**
   * Two observations of what a share is worth, 27 decimals, at least a day apart; timestamps in
   * seconds.
   */
  sincePrice: t.bigint().notNull(),
  sinceTimestamp: t.integer().notNull(),
  latestPrice: t.bigint().notNull(),
  latestTimestamp: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every token, as `StakedToken` describes it. Key: chainId, token. */
export const stakedToken = onchainTable("staked_token", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.token] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Tokens at the end of every block that changed them. Key: chainId, token, updatedBlock. */
export const stakedTokenLog = onchainTable("staked_token_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.token, table.updatedBlock] }),
}));
