import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const poolColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  tokenX: t.hex().notNull(),
  tokenY: t.hex().notNull(),
  /** Basis points between the prices of neighbouring bins. */
  binStep: t.integer().notNull(),
  /** The bin of the current price. */
  activeId: t.integer().notNull(),
  /** What that bin holds. */
  reserveX: t.bigint().notNull(),
  reserveY: t.bigint().notNull(),
  /** What all bins hold together. */
  totalX: t.bigint().notNull(),
  totalY: t.bigint().notNull(),
  /** Of the base fee, which is `baseFactor * binStep * 10^10` of 10^18. */
  baseFactor: t.integer().notNull(),
  /** Seconds after a trade within which the references stay as they are. */
  filterPeriod: t.integer().notNull(),
  /** Seconds after which nothing is left of the volatility. */
  decayPeriod: t.integer().notNull(),
  /** What is left of it between the two, basis points. */
  reductionFactor: t.integer().notNull(),
  /** Of the variable fee, which grows with the square of the volatility. */
  variableFeeControl: t.integer().notNull(),
  /** Part of fees that leaves the bins, basis points. */
  protocolShare: t.integer().notNull(),
  maxVolatilityAccumulator: t.integer().notNull(),
  /** Bins that trades crossed of late, times 10^4. */
  volatilityAccumulator: t.integer().notNull(),
  volatilityReference: t.integer().notNull(),
  /** The bin from which crossed ones are counted. */
  idReference: t.integer().notNull(),
  /** Of these numbers, seconds since the epoch; 0 before the first trade. */
  timeOfLastUpdate: t.integer().notNull(),
  /**
   * Block of the last change of any bin but the active one, or of the set of those that hold
   * something; at most `updatedBlock`.
   */
  binsBlock: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every pair of Liquidity Book. Key: chainId, address. */
export const liquidityBookPool = onchainTable("liquidity_book_pool", poolColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pairs at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const liquidityBookPoolLog = onchainTable(
  "liquidity_book_pool_log",
  logColumns(poolColumns, ["slug", "tokenX", "tokenY", "binStep"]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);

const binColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  pool: t.hex().notNull(),
  /** 2^23 is the bin whose price is 1. */
  bin: t.integer().notNull(),
  reserveX: t.bigint().notNull(),
  reserveY: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** Reserves of every bin that was ever used. Key: chainId, pool, bin. */
export const liquidityBookBin = onchainTable("liquidity_book_bin", binColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.pool, table.bin] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Bins at the end of every block that changed them. Key: chainId, pool, bin, updatedBlock. */
export const liquidityBookBinLog = onchainTable(
  "liquidity_book_bin_log",
  logColumns(binColumns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.pool, table.bin, table.updatedBlock] }),
  }),
);
