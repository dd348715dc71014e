import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  lpToken: t.hex().notNull(),
  /** `position`, `own-account` or `token`. */
  kind: t.text().$type<"position" | "own-account" | "token">().notNull(),
  /** Deposits, smallest unit of the liquidity token. */
  supply: t.bigint().notNull(),
  /**
   * The gauge's rewards in its order; rates in the smallest unit per second, ends in seconds since
   * the epoch.
   */
  rewardTokens: t.hex().array().notNull(),
  rewardRates: t.bigint().array().notNull(),
  rewardEnds: t.bigint().array().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every gauge. Key: chainId, address. */
export const curveGauge = onchainTable("curve_gauge", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Gauges at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const curveGaugeLog = onchainTable("curve_gauge_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
}));
