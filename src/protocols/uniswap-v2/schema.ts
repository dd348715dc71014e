import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const pairColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  token0: t.hex().notNull(),
  token1: t.hex().notNull(),
  /** Swap fee in hundredths of a basis point: 3000 is 0.3 %. */
  feePips: t.integer().notNull(),
  /** Smallest unit of token0, as the last `Sync` states it. */
  reserve0: t.bigint().notNull(),
  reserve1: t.bigint().notNull(),
  /** Shares, those included that were minted or burned since the last `Sync`. */
  totalSupply: t.bigint().notNull(),
  /**
   * Product of the reserves after the last mint or burn with the protocol's fee on; 0 after one
   * with the fee off.
   */
  kLast: t.bigint().notNull(),
  /** Shares minted since the last `Sync`, in how many transfers, and shares burned since. */
  minted: t.bigint().notNull(),
  mints: t.integer().notNull(),
  burned: t.bigint().notNull(),
  /**
   * Share price and time that the yield is measured from, and those that replace it; null before
   * the first mint.
   */
  sincePrice: t.bigint(),
  sinceTimestamp: t.integer(),
  latestPrice: t.bigint(),
  latestTimestamp: t.integer(),
  updatedBlock: t.integer().notNull(),
});

/** State of every constant-product pair. Key: chainId, address. */
export const uniswapV2Pair = onchainTable("uniswap_v2_pair", pairColumns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pairs at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const uniswapV2PairLog = onchainTable(
  "uniswap_v2_pair_log",
  logColumns(pairColumns, [
    ...(["slug", "token0", "token1", "feePips"] as const),
    ...(["minted", "mints", "burned", "latestPrice", "latestTimestamp"] as const),
  ]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);

const protocolFeeColumns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  slug: t.text().notNull(),
  isOn: t.boolean().notNull(),
  /** Block of the mint or burn that showed it. */
  updatedBlock: t.integer().notNull(),
});

/** Deployments whose protocol fee was switched since their start. Key: chainId, slug. */
export const uniswapV2ProtocolFee = onchainTable(
  "uniswap_v2_protocol_fee",
  protocolFeeColumns,
  (table) => ({ pk: primaryKey({ columns: [table.chainId, table.slug] }) }),
);

/** Switches at the end of every block that changed them. Key: chainId, slug, updatedBlock. */
export const uniswapV2ProtocolFeeLog = onchainTable(
  "uniswap_v2_protocol_fee_log",
  logColumns(protocolFeeColumns),
  (table) => ({ pk: primaryKey({ columns: [table.chainId, table.slug, table.updatedBlock] }) }),
);
