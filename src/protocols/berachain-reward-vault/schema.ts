import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  stakeToken: t.hex().notNull(),
  rewardToken: t.hex().notNull(),
  /** All stakes, smallest unit of the staked token. */
  totalSupply: t.bigint().notNull(),
  /**
   * Smallest unit of the reward token per second with 18 decimals more, until `periodFinish`,
   * seconds since the epoch.
   */
  rewardRateWad: t.bigint().notNull(),
  periodFinish: t.integer().notNull(),
  /** Rewards without a rate yet, 18 decimals more than the token. */
  undistributedWad: t.bigint().notNull(),
  /** Seconds. */
  rewardsDuration: t.integer().notNull(),
  isPaused: t.boolean().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every reward vault. Key: chainId, address. */
export const berachainRewardVault = onchainTable("berachain_reward_vault", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Vaults at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const berachainRewardVaultLog = onchainTable(
  "berachain_reward_vault_log",
  logColumns(columns),
  (table) => ({ pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }) }),
);

/** A row of the table. */
export type RewardVaultRow = typeof berachainRewardVault.$inferSelect;
