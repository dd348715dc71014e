import { index, onchainTable, primaryKey } from "ponder";

/** State of every market, as of its last update. Key: chainId, id. */
export const morphoBlueMarket = onchainTable(
  "morpho_blue_market",
  (t) => ({
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
  }),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.id] }),
    updated: index().on(table.chainId, table.updatedBlock),
  }),
);
