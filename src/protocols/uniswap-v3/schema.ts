import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";
import { poolColumns as concentratedColumns, tickColumns } from "./columns.ts";

const poolColumns = (t: PgColumnsBuilders) => ({
  ...concentratedColumns(t),
  /** Swap fee in hundredths of a basis point: 500 is 0.05 %. Only that of Ramses' pools changes. */
  feePips: t.integer().notNull(),
});

/** State of every concentrated-liquidity pool. Key: chainId, address. */
export const uniswapV3Pool = onchainTable("uniswap_v3_pool", poolColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const uniswapV3PoolLog = onchainTable(
  "uniswap_v3_pool_log",
  logColumns(poolColumns, ["slug", "token0", "token1", "tickSpacing"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);

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
