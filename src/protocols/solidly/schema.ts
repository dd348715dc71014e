import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const poolColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  token0: t.hex().notNull(),
  token1: t.hex().notNull(),
  isStable: t.boolean().notNull(),
  /** Decimals of the tokens; null where one states none, and then the pool is no state. */
  decimals0: t.integer(),
  decimals1: t.integer(),
  /** The pool's own fee, basis points; null where it has the factory's. */
  customFeeBps: t.integer(),
  /** Smallest unit of token0, as the last `Sync` states it. */
  reserve0: t.bigint().notNull(),
  reserve1: t.bigint().notNull(),
  totalSupply: t.bigint().notNull(),
  /** What a share has earned in fees, compounded, scaled by 10^18. */
  feeIndexWad: t.bigint().notNull(),
  /**
   * Index and time that the yield is measured from, and those that replace it; null before the
   * first `Sync`.
   */
  sinceIndexWad: t.bigint(),
  sinceTimestamp: t.integer(),
  latestIndexWad: t.bigint(),
  latestTimestamp: t.integer(),
  updatedBlock: t.integer().notNull(),
});

/** State of every stable and volatile pool. Key: chainId, address. */
export const solidlyPool = onchainTable("solidly_pool", poolColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const solidlyPoolLog = onchainTable(
  "solidly_pool_log",
  logColumns(poolColumns, [
    ...(["slug", "token0", "token1", "isStable", "decimals0", "decimals1"] as const),
    ...(["latestIndexWad", "latestTimestamp"] as const),
  ]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);

const factoryColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  slug: t.text().notNull(),
  isPaused: t.boolean().notNull(),
  /** Fees of pools without one of their own, basis points; null until they were read. */
  stableFeeBps: t.integer(),
  volatileFeeBps: t.integer(),
  updatedBlock: t.integer().notNull(),
});

/** What factories say of all their pools, since it was told or read. Key: chainId, slug. */
export const solidlyFactory = onchainTable("solidly_factory", factoryColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.slug] }),
}));

/** Factories at the end of every block that changed them. Key: chainId, slug, updatedBlock. */
export const solidlyFactoryLog = onchainTable(
  "solidly_factory_log",
  logColumns(factoryColumns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.slug, table.updatedBlock] }),
  }),
);
