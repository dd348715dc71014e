import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const poolColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** Hash of the pool's key. */
  poolId: t.hex().notNull(),
  slug: t.text().notNull(),
  manager: t.hex().notNull(),
  /** Either may be the native currency, as 0xeeee…. */
  token0: t.hex().notNull(),
  token1: t.hex().notNull(),
  /** What the pool's providers take of a swap's input, in hundredths of a basis point. */
  lpFeePips: t.integer().notNull(),
  tickSpacing: t.integer().notNull(),
  hooks: t.hex().notNull(),
  /**
   * What the protocol takes first, in hundredths of a basis point: of token0 in the lower 12 bits,
   * of token1 in the next.
   */
  protocolFee: t.integer().notNull(),
  /** Square root of token1 per token0 as Q64.96. */
  sqrtPriceX96: t.bigint().notNull(),
  tick: t.integer().notNull(),
  /** Liquidity in range at `tick`. */
  liquidity: t.bigint().notNull(),
  /** Block of the last change of any of the pool's ticks; at most `updatedBlock`. */
  ticksBlock: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every pool whose swaps no hook takes part in. Key: chainId, poolId. */
export const uniswapV4Pool = onchainTable("uniswap_v4_pool", poolColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.poolId] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, poolId, updatedBlock. */
export const uniswapV4PoolLog = onchainTable(
  "uniswap_v4_pool_log",
  logColumns(poolColumns, [
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

const tickColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  poolId: t.hex().notNull(),
  tick: t.integer().notNull(),
  liquidityGross: t.bigint().notNull(),
  /** Added to the liquidity in range when the price rises through the tick. */
  liquidityNet: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});

/**
 * Liquidity at every tick that was ever used; liquidityGross 0 means no longer initialised. Key:
 * chainId, poolId, tick.
 */
export const uniswapV4Tick = onchainTable("uniswap_v4_tick", tickColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.poolId, table.tick] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Ticks at the end of every block that changed them. Key: chainId, poolId, tick, updatedBlock. */
export const uniswapV4TickLog = onchainTable(
  "uniswap_v4_tick_log",
  logColumns(tickColumns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId, table.tick, table.updatedBlock] }),
  }),
);
