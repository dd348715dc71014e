import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  stakingToken: t.hex().notNull(),
  rewardsToken: t.hex().notNull(),
  /** All stakes, smallest unit of the staked token. */
  totalSupply: t.bigint().notNull(),
  /**
   * Smallest unit of the reward token per second, until `periodFinish`, seconds since the epoch.
   */
  rewardRate: t.bigint().notNull(),
  periodFinish: t.integer().notNull(),
  rewardsDuration: t.integer().notNull(),
  isPaused: t.boolean().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every staking contract. Key: chainId, address. */
export const stakingRewards = onchainTable("staking_rewards", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/**
 * Staking contracts at the end of every block that changed them. Key: chainId, address,
 * updatedBlock.
 */
export const stakingRewardsLog = onchainTable(
  "staking_rewards_log",
  logColumns(columns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);
