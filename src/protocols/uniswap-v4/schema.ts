import { index, onchainTable, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";
import { managedPoolColumns, managedTickColumns } from "./columns.ts";

/** State of every pool whose swaps no hook takes part in. Key: chainId, poolId. */
export const uniswapV4Pool = onchainTable("uniswap_v4_pool", managedPoolColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.poolId] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, poolId, updatedBlock. */
export const uniswapV4PoolLog = onchainTable(
  "uniswap_v4_pool_log",
  logColumns(managedPoolColumns, [
    "slug",
    "manager",
    "token0",
    "token1",
    "lpFeePips",
    "tickSpacing",
    "hooks",
  ]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId, table.updatedBlock] }),
  }),
);

/**
 * Liquidity at every tick that was ever used; liquidityGross 0 means no longer initialised. Key:
 * chainId, poolId, tick.
 */
export const uniswapV4Tick = onchainTable("uniswap_v4_tick", managedTickColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.poolId, table.tick] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Ticks at the end of every block that changed them. Key: chainId, poolId, tick, updatedBlock. */
export const uniswapV4TickLog = onchainTable(
  "uniswap_v4_tick_log",
  logColumns(managedTickColumns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId, table.tick, table.updatedBlock] }),
  }),
);
