import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  stEth: t.hex().notNull(),
  wstEth: t.hex().notNull(),
  slug: t.text().notNull(),
  /** Wei that Lido holds for its own stakers, and the shares that it is divided by. */
  internalEther: t.bigint().notNull(),
  internalShares: t.bigint().notNull(),
  isStopped: t.boolean().notNull(),
  /** Wei; 0 means unlimited. */
  maxStakeLimit: t.bigint().notNull(),
  /** Blocks in which the whole limit comes back; 0: it does not. */
  growthBlocks: t.bigint().notNull(),
  /** Wei that were left after `prevStakeBlock`. */
  prevStakeLimit: t.bigint().notNull(),
  /** Block of the last change of the limit; 0 means paused. */
  prevStakeBlock: t.integer().notNull(),
  /**
   * Ether of a share, 27 decimals, at both ends of the last report; timestamps in seconds; all 0
   * before the first.
   */
  sincePrice: t.bigint().notNull(),
  sinceTimestamp: t.integer().notNull(),
  latestPrice: t.bigint().notNull(),
  latestTimestamp: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of Lido. Key: chainId, stEth. */
export const lido = onchainTable("lido", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.stEth] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Lido at the end of every block that changed it. Key: chainId, stEth, updatedBlock. */
export const lidoLog = onchainTable("lido_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.stEth, table.updatedBlock] }),
}));
