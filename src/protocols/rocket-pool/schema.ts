import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  rEth: t.hex().notNull(),
  slug: t.text().notNull(),
  depositPool: t.hex().notNull(),
  totalEth: t.bigint().notNull(),
  rEthSupply: t.bigint().notNull(),
  balancesTimestamp: t.integer().notNull(),
  isDepositEnabled: t.boolean().notNull(),
  minimumDeposit: t.bigint().notNull(),
  depositFeeWad: t.bigint().notNull(),
  poolBalance: t.bigint().notNull(),
  maximumPoolSize: t.bigint().notNull(),
  queueCapacity: t.bigint().notNull(),
  isAssigning: t.boolean().notNull(),
  rEthBalance: t.bigint().notNull(),
  targetCollateralWad: t.bigint().notNull(),
  /**
   * Two observations of the ether of an rETH, 27 decimals, at least a day apart; timestamps in
   * seconds.
   */
  sincePrice: t.bigint().notNull(),
  sinceTimestamp: t.integer().notNull(),
  latestPrice: t.bigint().notNull(),
  latestTimestamp: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of Rocket Pool, as `RocketPoolState` describes it. Key: chainId, rEth. */
export const rocketPool = onchainTable("rocket_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.rEth] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Rocket Pool at the end of every block that changed it. Key: chainId, rEth, updatedBlock. */
export const rocketPoolLog = onchainTable("rocket_pool_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.rEth, table.updatedBlock] }),
}));
