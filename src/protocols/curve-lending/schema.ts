import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  lpToken: t.hex().notNull(),
  lendingPool: t.hex().notNull(),
  /** In the pool's order, as all lists. */
  coins: t.hex().array().notNull(),
  aTokens: t.hex().array().notNull(),
  /** 10^(36 - decimals) of each coin. */
  rates: t.bigint().array().notNull(),
  /** aTokens of the pool divided by the index of their reserve. */
  scaledBalances: t.bigint().array().notNull(),
  /** aTokens of the admin among them, smallest unit. */
  adminBalances: t.bigint().array().notNull(),
  /** Smallest unit of the liquidity token. */
  supply: t.bigint().notNull(),
  /** 10^10 is 100 %. */
  feeE10: t.bigint().notNull(),
  adminFeeE10: t.bigint().notNull(),
  /** How much the fee grows with the distance of coins, 10^10 is once. */
  offpegE10: t.bigint().notNull(),
  /** Amplification times 100; it moves in a line between two times, seconds since the epoch. */
  initialA: t.bigint().notNull(),
  futureA: t.bigint().notNull(),
  initialATime: t.bigint().notNull(),
  futureATime: t.bigint().notNull(),
  /** What a scaled unit was worth when its reserve was updated, seconds since the epoch, in ray. */
  indicesRay: t.bigint().array().notNull(),
  liquidityRatesRay: t.bigint().array().notNull(),
  accruedAt: t.bigint().array().notNull(),
  /** What the market can pay out of each coin, smallest unit. */
  available: t.bigint().array().notNull(),
  isActive: t.boolean().array().notNull(),
  isFrozen: t.boolean().array().notNull(),
  /** Whether the whole market is stopped. */
  isPaused: t.boolean().notNull(),
  /** Virtual price, 18 decimals, at two times a day or more apart. */
  sincePrice: t.bigint().notNull(),
  sinceTimestamp: t.integer().notNull(),
  latestPrice: t.bigint().notNull(),
  latestTimestamp: t.integer().notNull(),
  /** Whether the pool did not answer when it was read last: the row is of before. */
  isStale: t.boolean().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every listed pool. Key: chainId, address. */
export const curveLendingPool = onchainTable("curve_lending_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const curveLendingPoolLog = onchainTable(
  "curve_lending_pool_log",
  logColumns(columns, ["slug", "lpToken", "lendingPool", "coins", "aTokens", "rates"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);
