import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";
import { managedPoolColumns, managedTickColumns } from "../uniswap-v4/columns.ts";

const poolColumns = (t: PgColumnsBuilders) => ({
  ...managedPoolColumns(t),
  /** The fee in the pool's key: `lpFeePips`, or 0x800000 where the pool's hook sets that. */
  keyFee: t.integer().notNull(),
  /** As in the pool's key: what its hook is told of below the tick spacing, from bit 16 on. */
  parameters: t.hex().notNull(),
});

/** State of every pool whose swaps no hook takes part in. Key: chainId, poolId. */
export const pancakeswapInfinityPool = onchainTable(
  "pancakeswap_infinity_pool",
  poolColumns,
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId] }),
    updated: index().on(table.chainId, table.updatedBlock),
  }),
);

/** Pools at the end of every block that changed them. Key: chainId, poolId, updatedBlock. */
export const pancakeswapInfinityPoolLog = onchainTable(
  "pancakeswap_infinity_pool_log",
  logColumns(poolColumns, [
    "slug",
    "manager",
    "token0",
    "token1",
    "keyFee",
    "tickSpacing",
    "hooks",
    "parameters",
  ]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId, table.updatedBlock] }),
  }),
);

/**
 * Liquidity at every tick that was ever used; liquidityGross 0 means no longer initialised. Key:
 * chainId, poolId, tick.
 */
export const pancakeswapInfinityTick = onchainTable(
  "pancakeswap_infinity_tick",
  managedTickColumns,
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId, table.tick] }),
    updated: index().on(table.chainId, table.updatedBlock),
  }),
);

/** Ticks at the end of every block that changed them. Key: chainId, poolId, tick, updatedBlock. */
export const pancakeswapInfinityTickLog = onchainTable(
  "pancakeswap_infinity_tick_log",
  logColumns(managedTickColumns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId, table.tick, table.updatedBlock] }),
  }),
);
