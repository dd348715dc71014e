import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  /** By their addresses, as all lists of two are. */
  tokens: t.hex().array().notNull(),
  /** Numbers of 12 decimals for a smallest unit: what it is multiplied with, then divided by. */
  numerators: t.bigint().array().notNull(),
  denominators: t.bigint().array().notNull(),
  /** What makes contracts of center prices. */
  deployer: t.hex().notNull(),
  /** Words of the pool's storage; this and all below are 0 until they were read. */
  variables: t.bigint().notNull(),
  config: t.bigint().notNull(),
  shifts: t.bigint().notNull(),
  centerShift: t.bigint().notNull(),
  /** 27 decimals; 0 where the pool has no contract of its center price. */
  externalPrice: t.bigint().notNull(),
  /** Words of the Liquidity layer's storage. */
  supplies: t.bigint().array().notNull(),
  borrows: t.bigint().array().notNull(),
  prices: t.bigint().array().notNull(),
  totals: t.bigint().array().notNull(),
  configs: t.bigint().array().notNull(),
  /** What the Liquidity layer holds, smallest unit. */
  balances: t.bigint().array().notNull(),
  isRead: t.boolean().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every pool of the factory. Key: chainId, address. */
export const fluidPool = onchainTable("fluid_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const fluidPoolLog = onchainTable(
  "fluid_pool_log",
  logColumns(columns, ["slug", "tokens", "numerators", "denominators", "deployer"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);
