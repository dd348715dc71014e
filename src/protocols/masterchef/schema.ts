import { index, onchainTable, type PgColumnsBuilders, primaryKey } from "ponder";
import { logColumns } from "../../catalog/log-columns.ts";

const columns = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  /** The chef's address, then the pool's number as 12 bytes. */
  id: t.hex().notNull(),
  slug: t.text().notNull(),
  chef: t.hex().notNull(),
  pid: t.bigint().notNull(),
  credits: t.text().$type<"anyone" | "caller">().notNull(),
  lpToken: t.hex().notNull(),
  /** Null where no known view names it. */
  rewardToken: t.hex(),
  /** All stakes, smallest unit of the liquidity token. */
  staked: t.bigint().notNull(),
  /** Smallest unit of the reward token for a year at the present rate. */
  rewardPerYear: t.bigint().notNull(),
  updatedBlock: t.integer().notNull(),
});

/** State of every pool of every chef that someone has staked in. Key: chainId, id. */
export const chefPool = onchainTable("chef_pool", columns, (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.id] }),
  chef: index().on(table.chainId, table.chef),
  updated: index().on(table.chainId, table.updatedBlock),
}));

/** Pools at the end of every block that changed them. Key: chainId, id, updatedBlock. */
export const chefPoolLog = onchainTable("chef_pool_log", logColumns(columns), (table) => ({
  pk: primaryKey({ columns: [table.chainId, table.id, table.updatedBlock] }),
}));
