import { index, onchainTable, primaryKey } from "ponder";

/**
 * Every block indexed live; what the liquidity graph compares its own head with. Key: chainId,
 * number.
 */
export const headBlock = onchainTable(
  "head_block",
  (t) => ({
    chainId: t.integer().notNull(),
    number: t.integer().notNull(),
    hash: t.hex().notNull(),
    parentHash: t.hex().notNull(),
    /** Seconds since the epoch. */
    timestamp: t.integer().notNull(),
    /** Wei per gas; 0 where a chain has no base fee. */
    baseFeePerGas: t.bigint().notNull(),
  }),
  (table) => ({ pk: primaryKey({ columns: [table.chainId, table.number] }) }),
);

/** Every token that a pool of a known factory holds. Key: chainId, address. */
export const token = onchainTable(
  "token",
  (t) => ({
    chainId: t.integer().notNull(),
    address: t.hex().notNull(),
    /**
     * As the contract states it, control characters stripped, at most 64 characters; null when it
     * states none.
     */
    symbol: t.text(),
    name: t.text(),
    /** Null when the contract does not answer `decimals()` with 0 to 255. */
    decimals: t.integer(),
    /** In which it was found. */
    updatedBlock: t.integer().notNull(),
  }),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address] }),
    updated: index().on(table.chainId, table.updatedBlock),
  }),
);

/**
 * Tokens that were found, and wait to be read with others: they have no row in `token` yet. Key:
 * chainId.
 */
export const unreadTokens = onchainTable("unread_tokens", (t) => ({
  chainId: t.integer().primaryKey(),
  tokens: t.hex().array().notNull(),
  /** In which each of them was found. */
  blocks: t.integer().array().notNull(),
}));

/** Every pool, whatever its family; its state is in the family's own table. Key: chainId, id. */
export const pool = onchainTable(
  "pool",
  (t) => ({
    chainId: t.integer().notNull(),
    /** Lower-case contract address, or the id inside a singleton contract. */
    id: t.hex().notNull(),
    address: t.hex().notNull(),
    family: t.text().notNull(),
    slug: t.text().notNull(),
    createdBlock: t.integer().notNull(),
  }),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.id] }),
    slug: index().on(table.chainId, table.slug),
  }),
);

/** The tokens of every pool in the pool's own order. Key: chainId, poolId, position. */
export const poolToken = onchainTable(
  "pool_token",
  (t) => ({
    chainId: t.integer().notNull(),
    poolId: t.hex().notNull(),
    /** 0-based place of the token in the pool. */
    position: t.integer().notNull(),
    token: t.hex().notNull(),
  }),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.poolId, table.position] }),
    token: index().on(table.chainId, table.token),
  }),
);

/**
 * Swaps of every pool by hour and direction; a row only where there was one. Amounts are in the
 * smallest unit of their token. Key: chainId, poolId, tokenIn, tokenOut, hour.
 */
export const poolHour = onchainTable(
  "pool_hour",
  (t) => ({
    chainId: t.integer().notNull(),
    /** As in `pool`. */
    poolId: t.hex().notNull(),
    tokenIn: t.hex().notNull(),
    tokenOut: t.hex().notNull(),
    /** Start of the hour, seconds since the epoch. */
    hour: t.integer().notNull(),
    swaps: t.integer().notNull(),
    /** Of tokenIn, fees included. */
    volumeIn: t.bigint().notNull(),
    /** Of tokenOut, as traders received it. */
    volumeOut: t.bigint().notNull(),
    /** What liquidity providers and protocol took, valued in tokenIn. */
    feesIn: t.bigint().notNull(),
  }),
  (table) => ({
    pk: primaryKey({
      columns: [table.chainId, table.poolId, table.tokenIn, table.tokenOut, table.hour],
    }),
    hour: index().on(table.chainId, table.hour),
  }),
);
