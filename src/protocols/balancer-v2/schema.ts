import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** The pool's contract: the first 20 bytes of its id. */
  address: t.hex().notNull(),
  poolId: t.hex().notNull(),
  slug: t.text().notNull(),
  vault: t.hex().notNull(),
  kind: t.text().$type<"weighted" | "stable" | "eclp" | "2clp" | "bootstrapping">(),
  /** As registered: the share of a composable stable pool among them. */
  tokens: t.hex().array().notNull(),
  /** By registered token, smallest unit. */
  balances: t.bigint().array().notNull(),
  /** By registered token, 10^(18 - decimals). */
  scales: t.bigint().array().notNull(),
  /**
   * By token, part of 10^18; of a weighted pool, and of a liquidity bootstrapping pool what they
   * are before they move.
   */
  weights: t.bigint().array().notNull(),
  /** Of a liquidity bootstrapping pool, where weights move to, and when: seconds of the epoch. */
  endWeights: t.bigint().array().notNull(),
  weightsStartTime: t.bigint().notNull(),
  weightsEndTime: t.bigint().notNull(),
  /** Whether its owner lets it swap; true of all others. */
  swapEnabled: t.boolean().notNull(),
  /**
   * The numbers of an E-CLP, in the order of `getECLPParams`: the first five have 18 decimals, the
   * others 38. Of a 2-CLP, those of `getSqrtParameters`, 18 decimals.
   */
  shape: t.bigint().array().notNull(),
  /** By registered token of a pool with any: the zero address where a token has none. */
  rateProviders: t.hex().array().notNull(),
  /**
   * By registered token, wads, 0 where a token has none: as the pool keeps the rate, as it was at
   * the last join or exit, and as the provider says it. Only a stable pool keeps one.
   */
  rates: t.bigint().array().notNull(),
  oldRates: t.bigint().array().notNull(),
  liveRates: t.bigint().array().notNull(),
  /** By registered token: last second at which the pool keeps a rate, and for how many it does. */
  rateExpiries: t.bigint().array().notNull(),
  rateDurations: t.bigint().array().notNull(),
  /** By registered token: whether the protocol takes no part of the growth of its rate. */
  yieldExempt: t.boolean().array().notNull(),
  /** Of a weighted pool, the highest product of rates that a join or exit found; 0: not known. */
  athRateProduct: t.bigint().notNull(),
  /** The protocol's part of what rates grow by, outside of recovery mode. */
  yieldFeeWad: t.bigint().notNull(),
  swapFeeWad: t.bigint().notNull(),
  /** The protocol's part of swap fees outside of recovery mode. */
  protocolFeeWad: t.bigint().notNull(),
  /** Whether the protocol is paid in tokens, as by version 1 of weighted pools. */
  paysTokens: t.boolean().notNull(),
  /** Whether the pool announces all parts of fees in one word, as version 4 on does. */
  packsFees: t.boolean().notNull(),
  inRecovery: t.boolean().notNull(),
  /** Seconds since the epoch; 0 while not paused. */
  pausedUntil: t.integer().notNull(),
  vaultPausedUntil: t.integer().notNull(),
  /** All shares, those that a composable stable pool holds of itself among them. */
  totalSupply: t.bigint().notNull(),
  /** `totalSupply` before the join or exit that is under way. */
  settledSupply: t.bigint().notNull(),
  /** Shares of the last mint or burn. */
  lastShares: t.bigint().notNull(),
  lastInvariant: t.bigint().notNull(),
  lastAmp: t.bigint().notNull(),
  ampStartValue: t.bigint().notNull(),
  ampEndValue: t.bigint().notNull(),
  ampStartTime: t.bigint().notNull(),
  ampEndTime: t.bigint().notNull(),
  /**
   * Share prices that a yield is measured from, 18 decimals; seconds since the epoch, 0 before the
   * first.
   */
  sincePrice: t.bigint().notNull(),
  sinceTimestamp: t.integer().notNull(),
  latestPrice: t.bigint().notNull(),
  latestTimestamp: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/**
 * State of every pool of a vault. Those that no known factory made have no `kind` and are never
 * loaded: what their contract does is unknown. Key: chainId, address.
 */
export const balancerV2Pool = onchainTable("balancer_v2_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
  vault: index().on(table.chainId, table.vault),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const balancerV2PoolLog = onchainTable(
  "balancer_v2_pool_log",
  logColumns(columns),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);

/**
 * What part of swap fees each vault's collector takes of pools that pay in tokens. Key: chainId,
 * vault.
 */
export const balancerV2CollectedFee = onchainTable(
  "balancer_v2_collected_fee",
  (t) => ({
    chainId: t.integer().notNull(),
    vault: t.hex().notNull(),
    /** Part of 10^18. */
    feeWad: t.bigint().notNull(),
    updatedBlock: t.integer().notNull(),
  }),
  (table) => ({ pk: primaryKey({ columns: [table.chainId, table.vault] }) }),
);

/** A row of the table. */
export type BalancerV2Row = typeof balancerV2Pool.$inferSelect;
