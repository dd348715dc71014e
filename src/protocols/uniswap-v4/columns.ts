import type { PgColumnsBuilders } from "ponder";

/** What pools that share a contract have in their table, of this family or another. */
export const managedPoolColumns = (t: PgColumnsBuilders) => ({
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

/** A tick of such a pool; liquidityGross 0 means no longer initialised. */
export const managedTickColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  poolId: t.hex().notNull(),
  tick: t.integer().notNull(),
  liquidityGross: t.bigint().notNull(),
  /** Added to the liquidity in range when the price rises through the tick. */
  liquidityNet: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});
