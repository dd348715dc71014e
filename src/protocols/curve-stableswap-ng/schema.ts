import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  /** In the pool's order; of a metapool the second is the base pool's liquidity token. */
  coins: t.hex().array().notNull(),
  /** Of a metapool; null of a plain pool. */
  basePool: t.hex(),
  /** Whether rates or balances change without a log of the pool. */
  isFollowed: t.boolean().notNull(),
  /** Whether the code divides by n^n in one. */
  dividesAtOnce: t.boolean().notNull(),
  /** 10^(36 - decimals) of each coin, times what its oracle or vault says. */
  rates: t.bigint().array().notNull(),
  /** Smallest unit of each coin, without the admin's share of fees. */
  balances: t.bigint().array().notNull(),
  /** Smallest unit of the liquidity token, which is the pool itself. */
  supply: t.bigint().notNull(),
  /** 10^10 is 100 %. */
  feeE10: t.bigint().notNull(),
  adminFeeE10: t.bigint().notNull(),
  /** How much the fee grows with the distance of coins; 10^10 is once. */
  offpegE10: t.bigint().notNull(),
  /** Amplification times 100; it moves in a line between two times, seconds since the epoch. */
  initialA: t.bigint().notNull(),
  futureA: t.bigint().notNull(),
  initialATime: t.bigint().notNull(),
  futureATime: t.bigint().notNull(),
  /** Virtual price, 18 decimals, at two times a day or more apart. */
  sincePrice: t.bigint().notNull(),
  sinceTimestamp: t.integer().notNull(),
  latestPrice: t.bigint().notNull(),
  latestTimestamp: t.integer().notNull(),
  /** Whether a log has changed the pool since it was read: the row is of before. */
  isStale: t.boolean().notNull(),
  /** Live block in which the pool was read last and differed; -1 where it never was. */
  readBlock: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every pool of the factories. Key: chainId, address. */
export const curveNgPool = onchainTable("curve_ng_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const curveNgPoolLog = onchainTable(
  "curve_ng_pool_log",
  logColumns(columns, ["slug", "coins", "basePool", "isFollowed", "dividesAtOnce"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);
