import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  cToken: t.hex().notNull(),
  slug: t.text().notNull(),
  comptroller: t.hex().notNull(),
  asset: t.hex().notNull(),
  paidIn: t.hex().notNull(),
  ticksPerYear: t.integer().notNull(),
  rewardTokens: t.hex().array().notNull(),
  accruedAt: t.integer().notNull(),
  borrowRateWad: t.bigint().notNull(),
  reserveFactorWad: t.bigint().notNull(),
  cash: t.bigint().notNull(),
  totalBorrows: t.bigint().notNull(),
  totalReserves: t.bigint().notNull(),
  totalSupply: t.bigint().notNull(),
  initialRateWad: t.bigint().notNull(),
  reservesDueAt: t.integer(),
  supplyCap: t.bigint(),
  redeemFeeWad: t.bigint().notNull(),
  isMintPaused: t.boolean().notNull(),
  isRedeemPaused: t.boolean().notNull(),
  isTransferPaused: t.boolean().notNull(),
  isBorrowPaused: t.boolean().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every market, as `CompoundV2Market` describes it. Key: chainId, cToken. */
export const compoundV2Market = onchainTable("compound_v2_market", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.cToken] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Markets at the end of every block that changed them. Key: chainId, cToken, updatedBlock. */
export const compoundV2MarketLog = onchainTable(
  "compound_v2_market_log",
  logColumns(columns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.cToken, table.updatedBlock] }),
  }),
);
