import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";
import { poolColumns as concentratedColumns, tickColumns } from "../uniswap-v3/columns.ts";

const poolColumns = (t: PgColumnsBuilders) => ({
  ...concentratedColumns(t),
  /**
   * Fees of what is sold of token0 and of token1 as the last swap paid them, in hundredths of a
   * basis point; null until they were read, empty where the plugin does not say how it makes them.
   */
  feePips: t.integer().array(),
  /** What the fees are made of; null where they are fixed. */
  feeKind: t.text().$type<"adaptive" | "sliding">(),
  /**
   * Nine settings of each direction's adaptive fee, or base fee and price change of a sliding one.
   */
  feeSettings: t.integer().array(),
  /** Factors of a sliding fee, Q96, of what is sold of token0 and of token1. */
  feeFactors: t.bigint().array(),
  /**
   * Five numbers of each timepoint: the oldest, the one before the last, the last, those a day ago.
   */
  timepoints: t.bigint().array(),
  /** Tick at the last timepoint, of a sliding fee. */
  lastTick: t.integer(),
  /** Place of the first timepoint of a day ago. */
  windowIndex: t.integer(),
  /** Until when the timepoints tell the fee, seconds since the epoch. */
  knownUntil: t.integer(),
  /** Traded by liquidity since the last timepoint, Q64, of V1; null until it is known. */
  volumePerLiquidity: t.bigint(),
  /** Of the last timepoint that an event told of, seconds since the epoch. */
  timepointTimestamp: t.integer().notNull(),
});

/** State of every pool of Algebra. Key: chainId, address. */
export const algebraPool = onchainTable("algebra_pool", poolColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const algebraPoolLog = onchainTable(
  "algebra_pool_log",
  logColumns(poolColumns, ["slug", "token0", "token1", "tickSpacing"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);

/**
 * Liquidity at every tick that was ever used; liquidityGross 0 means no longer initialised. Key:
 * chainId, pool, tick.
 */
export const algebraTick = onchainTable("algebra_tick", tickColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.pool, table.tick] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Ticks at the end of every block that changed them. Key: chainId, pool, tick, updatedBlock. */
export const algebraTickLog = onchainTable(
  "algebra_tick_log",
  logColumns(tickColumns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.pool, table.tick, table.updatedBlock] }),
  }),
);
