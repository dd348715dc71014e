import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  comet: t.hex().notNull(),
  slug: t.text().notNull(),
  base: t.hex().notNull(),
  collaterals: t.hex().array().notNull(),
  rewards: t.hex().notNull(),
  rewardToken: t.hex().notNull(),
  supplyIndex: t.bigint().notNull(),
  borrowIndex: t.bigint().notNull(),
  totalSupply: t.bigint().notNull(),
  totalBorrow: t.bigint().notNull(),
  accruedAt: t.integer().notNull(),
  supplyKinkWad: t.bigint().notNull(),
  supplyBaseWad: t.bigint().notNull(),
  supplySlopeLowWad: t.bigint().notNull(),
  supplySlopeHighWad: t.bigint().notNull(),
  borrowKinkWad: t.bigint().notNull(),
  borrowBaseWad: t.bigint().notNull(),
  borrowSlopeLowWad: t.bigint().notNull(),
  borrowSlopeHighWad: t.bigint().notNull(),
  cash: t.bigint().notNull(),
  pauseFlags: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every market, as `CompoundV3Market` describes it. Key: chainId, comet. */
export const compoundV3Market = onchainTable("compound_v3_market", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.comet] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Markets at the end of every block that changed them. Key: chainId, comet, updatedBlock. */
export const compoundV3MarketLog = onchainTable(
  "compound_v3_market_log",
  logColumns(columns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.comet, table.updatedBlock] }),
  }),
);
