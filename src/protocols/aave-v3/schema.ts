import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const reserveColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** The market's pool contract. */
  pool: t.hex().notNull(),
  underlying: t.hex().notNull(),
  slug: t.text().notNull(),
  aToken: t.hex().notNull(),
  variableDebtToken: t.hex().notNull(),
  /** Of the pool's code; 0 where none was announced, which is of version 3.0. */
  revision: t.integer().notNull(),
  rewardsController: t.hex().notNull(),
  decimals: t.integer().notNull(),
  isActive: t.boolean().notNull(),
  isFrozen: t.boolean().notNull(),
  isPaused: t.boolean().notNull(),
  isBorrowingEnabled: t.boolean().notNull(),
  /** Whole tokens; 0 is no cap. */
  supplyCap: t.bigint().notNull(),
  reserveFactorBps: t.integer().notNull(),
  /** In ray, as of `accruedAt`. */
  liquidityIndexRay: t.bigint().notNull(),
  liquidityRateRay: t.bigint().notNull(),
  variableBorrowIndexRay: t.bigint().notNull(),
  variableBorrowRateRay: t.bigint().notNull(),
  /** Seconds since the epoch; 0 until the first action. */
  accruedAt: t.integer().notNull(),
  scaledSupply: t.bigint().notNull(),
  scaledVariableDebt: t.bigint().notNull(),
  /** Smallest unit, as of `stableUpdatedAt`. */
  stableDebt: t.bigint().notNull(),
  stableRateRay: t.bigint().notNull(),
  stableUpdatedAt: t.integer().notNull(),
  /** Scaled. */
  accruedToTreasury: t.bigint().notNull(),
  /** Smallest unit. */
  availableLiquidity: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every reserve of every market. Key: chainId, pool, underlying. */
export const aaveV3Reserve = onchainTable("aave_v3_reserve", reserveColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.pool, table.underlying] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/**
 * Reserves at the end of every block that changed them. Key: chainId, pool, underlying,
 * updatedBlock.
 */
export const aaveV3ReserveLog = onchainTable(
  "aave_v3_reserve_log",
  logColumns(reserveColumns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.pool, table.underlying, table.updatedBlock] }),
  }),
);

/** The reserve of every aToken and debt token. Key: chainId, address. */
export const aaveV3Token = onchainTable(
  "aave_v3_token",
  (t) => ({
    chainId: t.integer().notNull(),
    address: t.hex().notNull(),
    pool: t.hex().notNull(),
    underlying: t.hex().notNull(),
  }),
  (table) => ({ pk: primaryKey({ columns: [table.chainId, table.address] }) }),
);

/**
 * Code and fees of every market. Key: chainId, pool. One without a row is of version 3.0 and takes
 * no fees.
 */
export const aaveV3Market = onchainTable(
  "aave_v3_market",
  (t) => ({
    chainId: t.integer().notNull(),
    pool: t.hex().notNull(),
    /** `POOL_REVISION`. */
    revision: t.integer().notNull(),
    /** Of the premium of flash loans. */
    flashLoanFeeBps: t.integer().notNull(),
    /** Of the fee for backing what bridges minted. */
    bridgeFeeBps: t.integer().notNull(),
  }),
  (table) => ({ pk: primaryKey({ columns: [table.chainId, table.pool] }) }),
);

/**
 * Debt that nobody owes any more, by who last owed it; transactions that take from it name it. Key:
 * chainId, pool, underlying, user.
 */
export const aaveV3Deficit = onchainTable(
  "aave_v3_deficit",
  (t) => ({
    chainId: t.integer().notNull(),
    pool: t.hex().notNull(),
    underlying: t.hex().notNull(),
    user: t.hex().notNull(),
    /** Smallest unit. */
    amount: t.bigint().notNull(),
    /** Hash of the transaction. */
    transaction: t.hex().notNull(),
  }),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.pool, table.underlying, table.user] }),
  }),
);

/**
 * Tokens that a reserve's suppliers or borrowers are or were rewarded with. Key: chainId, pool,
 * underlying, reward.
 */
export const aaveV3Reward = onchainTable(
  "aave_v3_reward",
  (t) => ({
    chainId: t.integer().notNull(),
    pool: t.hex().notNull(),
    underlying: t.hex().notNull(),
    reward: t.hex().notNull(),
    /** Block of the first reward that was announced. */
    updatedBlock: t.integer().notNull(),
  }),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.pool, table.underlying, table.reward] }),
  }),
);
