import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** The booster's address, then the pool's number as 12 bytes. */
  id: t.hex().notNull(),
  slug: t.text().notNull(),
  booster: t.hex().notNull(),
  pid: t.bigint().notNull(),
  lpToken: t.hex().notNull(),
  depositToken: t.hex().notNull(),
  rewardPool: t.hex().notNull(),
  /** Deposit tokens, one for each deposited smallest unit of the liquidity token. */
  supply: t.bigint().notNull(),
  /** Deposit tokens that are staked and earn. */
  staked: t.bigint().notNull(),
  /** Whether the pool, or the booster with all pools, takes no deposits any more. */
  isShutdown: t.boolean().notNull(),
  /**
   * What the gauge pays, what is minted besides, and further rewards; rates in the smallest unit
   * per second for all stakes, ends in seconds since the epoch.
   */
  rewardTokens: t.hex().array().notNull(),
  rewardRates: t.bigint().array().notNull(),
  rewardEnds: t.bigint().array().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every pool that someone has deposited in. Key: chainId, id. */
export const convexPool = onchainTable("convex_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.id] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, id, updatedBlock. */
export const convexPoolLog = onchainTable("convex_pool_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.id, table.updatedBlock] }),
}));
