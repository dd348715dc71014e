import type { PgColumnsBuilders } from "ponder";

/** What every pool of this maths has in its table, of this family or another. */
export const poolColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  token0: t.hex().notNull(),
  token1: t.hex().notNull(),
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

/** A tick of such a pool; liquidityGross 0 means no longer initialised. */
export const tickColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  pool: t.hex().notNull(),
  tick: t.integer().notNull(),
  liquidityGross: t.bigint().notNull(),
  /** Added to the liquidity in range when the price rises through the tick. */
  liquidityNet: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});
