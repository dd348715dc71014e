import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** keccak256 of the market's parameters. */
  id: t.hex().notNull(),
  slug: t.text().notNull(),
  morpho: t.hex().notNull(),
  loanToken: t.hex().notNull(),
  collateralToken: t.hex().notNull(),
  oracle: t.hex().notNull(),
  irm: t.hex().notNull(),
  lltvWad: t.bigint().notNull(),
  model: t.text().$type<"adaptive-curve" | "none" | "unknown">().notNull(),
  totalSupplyAssets: t.bigint().notNull(),
  totalSupplyShares: t.bigint().notNull(),
  totalBorrowAssets: t.bigint().notNull(),
  totalBorrowShares: t.bigint().notNull(),
  /** Seconds since the epoch. */
  lastUpdate: t.bigint().notNull(),
  feeWad: t.bigint().notNull(),
  /** Per second, scale 10^18; 0 without the adaptive curve. */
  rateAtTargetWad: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every market, as of its last update. Key: chainId, id. */
export const morphoBlueMarket = onchainTable("morpho_blue_market", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.id] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Markets at the end of every block that changed them. Key: chainId, id, updatedBlock. */
export const morphoBlueMarketLog = onchainTable(
  "morpho_blue_market_log",
  logColumns(columns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.id, table.updatedBlock] }),
  }),
);
