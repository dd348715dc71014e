import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import type { DataFee } from "../../lib/data-fee/data-fee.ts";
import { logColumns } from "../log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** `ecotone`, `fjord` or `nitro`; see `DataFee`. */
  rule: t.text().$type<DataFee["rule"]>().notNull(),
  /** In the rule's unit. */
  price: t.bigint().notNull(),
  /** What the operator charges: wei × 10^6 for a unit of gas, and wei for a transaction. */
  operatorScalar: t.bigint().notNull(),
  operatorConstant: t.bigint().notNull(),
  /** Block of the reading that changed the row last. */
  updatedBlock: t.integer().notNull(),
});

/** What chains that settle on another one charge for data. Key: chainId. */
export const dataFee = onchainTable("data_fee", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** What they charged at the end of every block that changed it. Key: chainId, updatedBlock. */
export const dataFeeLog = onchainTable("data_fee_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.updatedBlock] }),
}));
