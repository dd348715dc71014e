import { index, onchainTable, primaryKey } from "ponder";

/** State of every concentrated-liquidity pool. Key: chainId, address. */
export const uniswapV3Pool = onchainTable(
  "uniswap_v3_pool",
  (t) => ({
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
  }),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address] }),
    updated: index().on(table.chainId, table.updatedBlock),
  }),
);

/** Liquidity at every tick that was ever used; liquidityGross 0 means no longer initialised. Key: chainId, pool, tick. */
export const uniswapV3Tick = onchainTable(
  "uniswap_v3_tick",
  (t) => ({
    chainId: t.integer().notNull(),
    pool: t.hex().notNull(),
    tick: t.integer().notNull(),
    liquidityGross: t.bigint().notNull(),
    /** Added to the liquidity in range when the price rises through the tick. */
    liquidityNet: t.bigint().notNull(),
    updatedBlock: t.integer().notNull(),
  }),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.pool, table.tick] }),
    updated: index().on(table.chainId, table.updatedBlock),
  }),
);
