import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  /** `ng`, or what older code it is (`OlderCode`); of these the liquidity token is another. */
  generation: t.text().notNull(),
  lpToken: t.hex().notNull(),
  /** Two or three, in the pool's order. */
  coins: t.hex().array().notNull(),
  /** 10^(18 - decimals) of each coin. */
  precisions: t.bigint().array().notNull(),
  /**
   * What the code is: `plain`, `claiming` (it takes the admin's share with every deposit), or
   * `other`, which is not known and not traded.
   */
  code: t.text().notNull(),
  /** Smallest unit of each coin. */
  balances: t.bigint().array().notNull(),
  /** Smallest unit of the liquidity token. */
  supply: t.bigint().notNull(),
  /** The invariant, 18 decimals. */
  d: t.bigint().notNull(),
  /** Prices of the other coins in the first one, 18 decimals: the scale, its averages, the last. */
  priceScales: t.bigint().array().notNull(),
  priceAverages: t.bigint().array().notNull(),
  lastPrices: t.bigint().array().notNull(),
  /** When the averages were as they are here, seconds since the epoch. */
  averagesTime: t.bigint().notNull(),
  averagingSeconds: t.bigint().notNull(),
  /** 18 decimals. */
  virtualPrice: t.bigint().notNull(),
  profit: t.bigint().notNull(),
  claimedProfit: t.bigint().notNull(),
  allowedProfit: t.bigint().notNull(),
  adjustmentStep: t.bigint().notNull(),
  /** Of older code: how far averages have to be from the scale for it to move, 18 decimals. */
  threshold: t.bigint().notNull(),
  /** Of older code: whether the scale is about to move; null: it is not known. */
  moves: t.boolean(),
  /** 10^10 is 100 %. */
  midFeeE10: t.bigint().notNull(),
  outFeeE10: t.bigint().notNull(),
  /** 18 decimals. */
  feeGamma: t.bigint().notNull(),
  /**
   * A * n^n, times 10,000 (of the oldest code 100), and gamma, 18 decimals; they move in a line
   * between two times, seconds since the epoch.
   */
  initialAnn: t.bigint().notNull(),
  initialGamma: t.bigint().notNull(),
  futureAnn: t.bigint().notNull(),
  futureGamma: t.bigint().notNull(),
  initialTime: t.bigint().notNull(),
  futureTime: t.bigint().notNull(),
  /** Virtual price, 18 decimals, at two times a day or more apart. */
  sincePrice: t.bigint().notNull(),
  sinceTimestamp: t.integer().notNull(),
  latestPrice: t.bigint().notNull(),
  latestTimestamp: t.integer().notNull(),
  /** Whether a log has changed the pool since it was read: the row is of before. */
  isStale: t.boolean().notNull(),
  /** Live block in which the pool was read last and differed; -1 where it never was. */
  readBlock: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every pool. Key: chainId, address. */
export const curveCryptoPool = onchainTable("curve_crypto_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const curveCryptoPoolLog = onchainTable(
  "curve_crypto_pool_log",
  logColumns(columns, ["slug", "generation", "lpToken", "coins"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);
