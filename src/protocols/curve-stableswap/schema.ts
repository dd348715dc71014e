import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  /** Smallest unit of each coin in the pool's order, without the admin's share of fees. */
  balances: t.bigint().array().notNull(),
  /** Smallest unit of the liquidity token. */
  supply: t.bigint().notNull(),
  /** 10^10 is 100 %. */
  feeE10: t.bigint().notNull(),
  adminFeeE10: t.bigint().notNull(),
  /**
   * Amplification as the contract keeps it; it moves in a line between two times, seconds since the
   * epoch.
   */
  initialA: t.bigint().notNull(),
  futureA: t.bigint().notNull(),
  initialATime: t.bigint().notNull(),
  futureATime: t.bigint().notNull(),
  /** Virtual price, 18 decimals, at two times a day or more apart. */
  sincePrice: t.bigint().notNull(),
  sinceTimestamp: t.integer().notNull(),
  latestPrice: t.bigint().notNull(),
  latestTimestamp: t.integer().notNull(),
  /**
   * Block at whose end the contract was read; its logs are in the row already. -1 where it never
   * was.
   */
  readBlock: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every plain pool. Key: chainId, address. */
export const curvePool = onchainTable("curve_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const curvePoolLog = onchainTable("curve_pool_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
}));
