import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const poolColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  token0: t.hex().notNull(),
  token1: t.hex().notNull(),
  /** Swap fee in hundredths of a basis point: 500 is 0.05 %. */
  feePips: t.integer().notNull(),
  tickSpacing: t.integer().notNull(),
  /** Square root of token1 per token0 as Q64.96; 0 until the pool is initialised. */
  sqrtPriceX96: t.bigint().notNull(),
  tick: t.integer().notNull(),
  /** Liquidity in range at `tick`. */
  liquidity: t.bigint().notNull(),
  /** Block of the last change of any of the pool's ticks; at most `updatedBlock`. */
  ticksBlock: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every concentrated-liquidity pool. Key: chainId, address. */
export const uniswapV3Pool = onchainTable("uniswap_v3_pool", poolColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const uniswapV3PoolLog = onchainTable(
  "uniswap_v3_pool_log",
  logColumns(poolColumns, ["slug", "token0", "token1", "feePips", "tickSpacing"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);

const tickColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  pool: t.hex().notNull(),
  tick: t.integer().notNull(),
  liquidityGross: t.bigint().notNull(),
  /** Added to the liquidity in range when the price rises through the tick. */
  liquidityNet: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});

/**
 * Liquidity at every tick that was ever used; liquidityGross 0 means no longer initialised. Key:
 * chainId, pool, tick.
 */
export const uniswapV3Tick = onchainTable("uniswap_v3_tick", tickColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.pool, table.tick] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Ticks at the end of every block that changed them. Key: chainId, pool, tick, updatedBlock. */
export const uniswapV3TickLog = onchainTable(
  "uniswap_v3_tick_log",
  logColumns(tickColumns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.pool, table.tick, table.updatedBlock] }),
  }),
);
