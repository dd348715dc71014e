import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  /** The pool itself where a factory made it. */
  lpToken: t.hex().notNull(),
  /** In the pool's order; the native currency may be the first. */
  coins: t.hex().array().notNull(),
  /** 10^(36 - decimals) of each coin, times its rate where it has one; 0 where nobody tells it. */
  rates: t.bigint().array().notNull(),
  /** How the code counts, by the name that `codes.ts` has. */
  code: t.text().notNull(),
  /** Smallest unit of each coin, without the admin's share of fees. */
  balances: t.bigint().array().notNull(),
  /**
   * Where balances of the second coin are shares (stETH): those of the pool, what is the admin's of
   * the coin, and the ether of all shares and their number; otherwise empty.
   */
  shareBalance: t.bigint().array().notNull(),
  /** Smallest unit of the liquidity token. */
  supply: t.bigint().notNull(),
  /** 10^10 is 100 %. */
  feeE10: t.bigint().notNull(),
  adminFeeE10: t.bigint().notNull(),
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

/** State of every plain pool of the factories. Key: chainId, address. */
export const curveFactoryPool = onchainTable("curve_factory_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const curveFactoryPoolLog = onchainTable(
  "curve_factory_pool_log",
  logColumns(columns, ["slug", "lpToken", "coins", "code"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);
