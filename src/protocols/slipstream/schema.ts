import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";
import { poolColumns as concentratedColumns, tickColumns } from "../uniswap-v3/columns.ts";

const poolColumns = (t: PgColumnsBuilders) => ({
  ...concentratedColumns(t),
  /**
   * Fee of swaps, or without any distance where it is dynamic, in hundredths of a basis point; null
   * until it was read.
   */
  feePips: t.integer(),
  /** What a tick of distance adds, scaled by 10^6; this and what follows is null of a fixed fee. */
  scalingFactor: t.bigint(),
  /** Most that a dynamic fee comes to. */
  feeCapPips: t.integer(),
  /** Average ticks at the time of the reading and each second after it, while nothing trades. */
  averageTicks: t.integer().array(),
  /** Of the reading, seconds since the epoch. */
  latestTimestamp: t.integer(),
  /** Fee until a swap has moved the tick at its time; null where it is that of all. */
  firstFeePips: t.integer(),
  /** From when none has, seconds since the epoch. */
  sinceTimestamp: t.integer(),
});

/** State of every pool of Slipstream. Key: chainId, address. */
export const slipstreamPool = onchainTable("slipstream_pool", poolColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const slipstreamPoolLog = onchainTable(
  "slipstream_pool_log",
  logColumns(poolColumns, ["slug", "token0", "token1", "tickSpacing"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);

/**
 * Liquidity at every tick that was ever used; liquidityGross 0 means no longer initialised. Key:
 * chainId, pool, tick.
 */
export const slipstreamTick = onchainTable("slipstream_tick", tickColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.pool, table.tick] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Ticks at the end of every block that changed them. Key: chainId, pool, tick, updatedBlock. */
export const slipstreamTickLog = onchainTable(
  "slipstream_tick_log",
  logColumns(tickColumns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.pool, table.tick, table.updatedBlock] }),
  }),
);
