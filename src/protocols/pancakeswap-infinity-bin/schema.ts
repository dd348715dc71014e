import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const poolColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** Hash of the pool's key. */
  poolId: t.hex().notNull(),
  slug: t.text().notNull(),
  manager: t.hex().notNull(),
  /** The first currency of the key; either may be the native one, as 0xeeee…. */
  tokenX: t.hex().notNull(),
  tokenY: t.hex().notNull(),
  hooks: t.hex().notNull(),
  /** The fee in the pool's key: `lpFeePips`, or 0x800000 where the pool's hook sets that. */
  keyFee: t.integer().notNull(),
  /** As in the pool's key: what its hook is told of below the bin step, from bit 16 on. */
  parameters: t.hex().notNull(),
  /** Basis points between the prices of neighbouring bins. */
  binStep: t.integer().notNull(),
  /** What the pool's providers take of a swap's input, in hundredths of a basis point. */
  lpFeePips: t.integer().notNull(),
  /**
   * What the protocol takes first, in hundredths of a basis point: of tokenX in the lower 12 bits,
   * of tokenY in the next.
   */
  protocolFee: t.integer().notNull(),
  /** The bin of the current price. */
  activeId: t.integer().notNull(),
  /** What that bin holds. */
  reserveX: t.bigint().notNull(),
  reserveY: t.bigint().notNull(),
  /** What all bins hold together. */
  totalX: t.bigint().notNull(),
  totalY: t.bigint().notNull(),
  /**
   * Block of the last change of any bin but the active one, or of the set of those that trades go
   * through; at most `updatedBlock`.
   */
  binsBlock: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every pool of bins whose swaps no hook takes part in. Key: chainId, poolId. */
export const pancakeswapInfinityBinPool = onchainTable(
  "pancakeswap_infinity_bin_pool",
  poolColumns,
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId] }),
    updated: index().on(table.chainId, table.updatedBlock),
  }),
);

/** Pools at the end of every block that changed them. Key: chainId, poolId, updatedBlock. */
export const pancakeswapInfinityBinPoolLog = onchainTable(
  "pancakeswap_infinity_bin_pool_log",
  logColumns(poolColumns, [
    ...(["slug", "manager", "tokenX", "tokenY", "hooks", "keyFee"] as const),
    ...(["parameters", "binStep"] as const),
  ]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId, table.updatedBlock] }),
  }),
);

const binColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  poolId: t.hex().notNull(),
  /** 2^23 is the bin whose price is 1. */
  bin: t.integer().notNull(),
  reserveX: t.bigint().notNull(),
  reserveY: t.bigint().notNull(),
  /** Whether trades come to it from others: not where nobody has shares of it. */
  isListed: t.boolean().notNull(),
  /**
   * What is in it beside, as trades do not come to it: some units that nobody gets, until somebody
   * deposits again.
   */
  leftX: t.bigint().notNull(),
  leftY: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** Reserves of every bin that was ever used. Key: chainId, poolId, bin. */
export const pancakeswapInfinityBin = onchainTable(
  "pancakeswap_infinity_bin",
  binColumns,
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId, table.bin] }),
    updated: index().on(table.chainId, table.updatedBlock),
  }),
);

/** Bins at the end of every block that changed them. Key: chainId, poolId, bin, updatedBlock. */
export const pancakeswapInfinityBinLog = onchainTable(
  "pancakeswap_infinity_bin_log",
  logColumns(binColumns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId, table.bin, table.updatedBlock] }),
  }),
);
