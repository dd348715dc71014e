import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  /** `market`, or `wrapper`: an SY, which stands for the token that it earns with. */
  kind: t.text().notNull(),
  /** Of a market SY and PT, of a wrapper what it stands for. */
  tokens: t.hex().array().notNull(),
  /** Of a market the YT, which redeems PT; of a wrapper itself. */
  yieldContract: t.hex().notNull(),
  /** Seconds since the epoch; this and all below are 0 until they were read. */
  expiry: t.bigint().notNull(),
  /** 18 decimals. */
  scalarRoot: t.bigint().notNull(),
  /** Logarithm of the fee of a year, 18 decimals: of anyone's trades, and of the router's. */
  lnFeeRoot: t.bigint().notNull(),
  routerLnFeeRoot: t.bigint().notNull(),
  /** Percent of the fee that leaves the market. */
  reserveFeePercent: t.bigint().notNull(),
  /** Smallest units. */
  totalPt: t.bigint().notNull(),
  totalSy: t.bigint().notNull(),
  /** Of liquidity tokens; of a wrapper, of itself. */
  supply: t.bigint().notNull(),
  /** PT in existence, smallest unit. */
  ptSupply: t.bigint().notNull(),
  /** Logarithm of the growth of a year that the last trade left, 18 decimals. */
  lnImpliedRate: t.bigint().notNull(),
  /** Smallest units of the asset for one SY, 18 decimals: what SY says, and what YT has kept. */
  rate: t.bigint().notNull(),
  keptRate: t.bigint().notNull(),
  /** Of a market: what liquidity earns, that of SY before what the market adds. */
  rewardTokens: t.hex().array().notNull(),
  /** Of a wrapper: what it holds of its token, smallest unit. */
  held: t.bigint().notNull(),
  isPaused: t.boolean().notNull(),
  isExpired: t.boolean().notNull(),
  isRead: t.boolean().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of the factories' markets, and of the SYs that they trade. Key: chainId, address. */
export const pendlePool = onchainTable("pendle_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const pendlePoolLog = onchainTable(
  "pendle_pool_log",
  logColumns(columns, ["slug", "kind", "tokens", "yieldContract", "rewardTokens"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);
