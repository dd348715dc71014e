import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  address: t.hex().notNull(),
  slug: t.text().notNull(),
  asset: t.hex().notNull(),
  pricing: t.text().$type<"shares" | "index" | "savings">().notNull(),
  /** `sharesTerm` shares are worth `assetsTerm` assets; 0 before the first reading. */
  assetsTerm: t.bigint().notNull(),
  sharesTerm: t.bigint().notNull(),
  /** Growth of `assetsTerm` per second since `rho`, scale 10^27. */
  rateRay: t.bigint().notNull(),
  /** Seconds since the epoch. */
  rho: t.bigint().notNull(),
  totalSupply: t.bigint().notNull(),
  /** Assets; 2^256 - 1 without a limit. */
  depositLimit: t.bigint().notNull(),
  /** Shares; null without a known limit. */
  redeemLimit: t.bigint(),
  depositPaused: t.boolean().notNull(),
  redeemPaused: t.boolean().notNull(),
  redeemable: t.boolean().notNull(),
  usable: t.boolean().notNull(),
  /**
   * Account with the largest deposit seen, whose `maxRedeem` shows what the vault can pay; and the
   * shares it has.
   */
  holder: t.hex().notNull(),
  holderShares: t.bigint().notNull(),
  /**
   * Assets for 10^27 shares when the yield's window began, and when it was last moved; seconds
   * since the epoch.
   */
  sincePriceRay: t.bigint().notNull(),
  sinceTimestamp: t.integer().notNull(),
  latestPriceRay: t.bigint().notNull(),
  latestTimestamp: t.integer().notNull(),
  updatedBlock: t.integer().notNull(),
});

/**
 * Every configured vault that has been deposited into, as it answered when it was last read. Key:
 * chainId, address.
 */
export const erc4626Vault = onchainTable("erc4626_vault", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address] }),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Vaults at the end of every block that changed them. Key: chainId, address, updatedBlock. */
export const erc4626VaultLog = onchainTable("erc4626_vault_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.address, table.updatedBlock] }),
}));
