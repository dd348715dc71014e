import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  psm: t.hex().notNull(),
  slug: t.text().notNull(),
  wrapper: t.hex().notNull(),
  gem: t.hex().notNull(),
  dai: t.hex().notNull(),
  usds: t.hex().notNull(),
  gemScale: t.bigint().notNull(),
  tinWad: t.bigint().notNull(),
  toutWad: t.bigint().notNull(),
  daiBalance: t.bigint().notNull(),
  gemBalance: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of each module, as `SkyPsm` describes it. Key: chainId, psm. */
export const skyPsm = onchainTable("sky_psm", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.psm] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Modules at the end of every block that changed them. Key: chainId, psm, updatedBlock. */
export const skyPsmLog = onchainTable("sky_psm_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.psm, table.updatedBlock] }),
}));
