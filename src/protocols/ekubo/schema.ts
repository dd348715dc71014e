import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const poolColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** Hash of the pool's key. */
  poolId: t.hex().notNull(),
  slug: t.text().notNull(),
  core: t.hex().notNull(),
  /** May be the native currency, as 0xeeee…. */
  token0: t.hex().notNull(),
  token1: t.hex().notNull(),
  /** Extension, fee and kind, 32 bytes. */
  config: t.hex().notNull(),
  /** Part of the input, times 2^64. */
  fee: t.bigint().notNull(),
  /** Compact square root of token1 per token0, 96 bits. */
  sqrtRatio: t.bigint().notNull(),
  tick: t.integer().notNull(),
  /** In range at `tick`; of a pool of one range wherever the price is. */
  liquidity: t.bigint().notNull(),
  /** Block of the last change of any of the pool's ticks; at most `updatedBlock`. */
  ticksBlock: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

const tickColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  poolId: t.hex().notNull(),
  tick: t.integer().notNull(),
  liquidityGross: t.bigint().notNull(),
  /** Added to the liquidity in range when the price rises through the tick. */
  liquidityNet: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every pool whose swaps follow from the Core's words alone. Key: chainId, poolId. */
export const ekuboPool = onchainTable("ekubo_pool", poolColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.poolId] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, poolId, updatedBlock. */
export const ekuboPoolLog = onchainTable(
  "ekubo_pool_log",
  logColumns(poolColumns, ["slug", "core", "token0", "token1", "config", "fee"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId, table.updatedBlock] }),
  }),
);

/**
 * Liquidity at every tick that was ever used; liquidityGross 0 means no longer initialised. Key:
 * chainId, poolId, tick.
 */
export const ekuboTick = onchainTable("ekubo_tick", tickColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.poolId, table.tick] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Ticks at the end of every block that changed them. Key: chainId, poolId, tick, updatedBlock. */
export const ekuboTickLog = onchainTable("ekubo_tick_log", logColumns(tickColumns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.poolId, table.tick, table.updatedBlock] }),
}));
