import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** The pool's contract. */
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  vault: t.hex().notNull(),
  kind: t.text().$type<"weighted" | "stable" | "eclp">().notNull(),
  /** Whether the pool is of a factory of the last version. */
  isLastVersion: t.boolean().notNull(),
  /** A hook of StableSurge; null: none that matters. */
  surgeHook: t.hex(),
  /** Whether shares can be entered and left with single tokens. */
  takesSingle: t.boolean().notNull(),
  /** In the vault's order. */
  tokens: t.hex().array().notNull(),
  /** By token; the zero address where a token counts one for one. */
  rateProviders: t.hex().array().notNull(),
  /** By token: whether a part of what its rate grows by leaves the pool. */
  isTaxed: t.boolean().array().notNull(),
  /** By token, 10^(18 - decimals); this and all below are empty or 0 until they were read. */
  scales: t.bigint().array().notNull(),
  /** By token, wads. */
  rates: t.bigint().array().notNull(),
  /** By token, smallest unit. */
  balances: t.bigint().array().notNull(),
  /** By token, 18 decimals: at the rates of the last operation. */
  lastLive: t.bigint().array().notNull(),
  /** By token of a weighted pool, part of 10^18. */
  weights: t.bigint().array().notNull(),
  /** By token of a weighted pool of the last version, 18 decimals. */
  minBalances: t.bigint().array().notNull(),
  /**
   * Of an E-CLP: alpha, beta, c, s and lambda, 18 decimals; tauAlpha and tauBeta, each x and y, u,
   * v, w, z and dSq, 38 decimals.
   */
  ellipse: t.bigint().array().notNull(),
  swapFeeWad: t.bigint().notNull(),
  aggregateSwapFeeWad: t.bigint().notNull(),
  aggregateYieldFeeWad: t.bigint().notNull(),
  inRecovery: t.boolean().notNull(),
  /** Whether the pool or the vault is, or a rate cannot be had. */
  isPaused: t.boolean().notNull(),
  totalSupply: t.bigint().notNull(),
  /** Of a stable pool, three decimals, and seconds since the epoch. */
  ampStartValue: t.bigint().notNull(),
  ampEndValue: t.bigint().notNull(),
  ampStartTime: t.bigint().notNull(),
  ampEndTime: t.bigint().notNull(),
  /** Of a pool with StableSurge. */
  surgeThresholdWad: t.bigint().notNull(),
  surgeMaxFeeWad: t.bigint().notNull(),
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

/** State of every pool that is known to the wei. Key: chainId, address. */
export const balancerV3Pool = onchainTable("balancer_v3_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const balancerV3PoolLog = onchainTable(
  "balancer_v3_pool_log",
  logColumns(columns, [
    ...(["slug", "vault", "kind", "isLastVersion", "surgeHook", "takesSingle"] as const),
    ...(["rateProviders", "isTaxed", "weights", "minBalances", "ellipse"] as const),
  ]),
  (table) => ({
    pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
  }),
);

/** A row of the table. */
export type BalancerV3Row = typeof balancerV3Pool.$inferSelect;
