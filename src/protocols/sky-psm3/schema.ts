import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  psm: t.hex().notNull(),
  slug: t.text().notNull(),
  usdc: t.hex().notNull(),
  usds: t.hex().notNull(),
  susds: t.hex().notNull(),
  usdcBalance: t.bigint().notNull(),
  usdsBalance: t.bigint().notNull(),
  susdsBalance: t.bigint().notNull(),
  savingsRateRay: t.bigint().notNull(),
  indexRay: t.bigint().notNull(),
  indexTimestamp: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of each module, as `SkyPsm3` describes it. Key: chainId, psm. */
export const skyPsm3 = onchainTable("sky_psm3", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.psm] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Modules at the end of every block that changed them. Key: chainId, psm, updatedBlock. */
export const skyPsm3Log = onchainTable("sky_psm3_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.psm, table.updatedBlock] }),
}));
