import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  /** The pool's own coin and the base pool's liquidity token. */
  coins: t.hex().array().notNull(),
  basePool: t.hex().notNull(),
  /** 10^(36 - decimals) of the own coin, and the base pool's virtual price when this was read. */
  rates: t.bigint().array().notNull(),
  /** Smallest unit of each coin, without the admin's share of fees. */
  balances: t.bigint().array().notNull(),
  /** Smallest unit of the liquidity token, which is the pool itself. */
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

/** State of every metapool. Key: chainId, address. */
export const curveMetaPool = onchainTable("curve_meta_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Metapools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const curveMetaPoolLog = onchainTable(
  "curve_meta_pool_log",
  logColumns(columns, ["slug", "coins", "basePool"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);
