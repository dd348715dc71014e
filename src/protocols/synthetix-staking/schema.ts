import { index, onchainTable, primaryKey } from "ponder";

/** State of every staking contract. Key: chainId, address. */
export const stakingRewards = onchainTable(
  "staking_rewards",
  (t) => ({
    chainId: t.integer().notNull(),
    address: t.hex().notNull(),
    slug: t.text().notNull(),
    stakingToken: t.hex().notNull(),
    rewardsToken: t.hex().notNull(),
    /** All stakes, smallest unit of the staked token. */
    totalSupply: t.bigint().notNull(),
    /** Smallest unit of the reward token per second, until `periodFinish`, seconds since the epoch. */
    rewardRate: t.bigint().notNull(),
    periodFinish: t.integer().notNull(),
    rewardsDuration: t.integer().notNull(),
    isPaused: t.boolean().notNull(),
    updatedBlock: t.integer().notNull(),
  }),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address] }),
    updated: index().on(table.chainId, table.updatedBlock),
  }),
);
