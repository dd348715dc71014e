import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { SeedPool } from "../../seed/family.ts";
import { weirApp } from "./namespace.ts";

/** A pool that no catalogue has. */
export type NamedPool = SeedPool & { readonly family: string };

/**
 * API keys; of each only its hash. A revoked key stays, so that its id is never given out again.
 */
export const apiKeys = weirApp.table("api_keys", {
  /** The part of the key that is no secret: 12 hexadecimal digits. */
  id: text("id").primaryKey(),
  name: text("name"),
  /** SHA-256 of the whole key, 64 hexadecimal digits. */
  hash: text("hash").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  /** Late by up to some seconds: processes note it now and then. */
  lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  revokedAt: timestamp("revoked_at", { withTimezone: true }),
});

/** Where the indexed tables of a chain are: the schema that the API serves it from. */
export const chainIndexes = weirApp.table("chain_indexes", {
  chainId: integer("chain_id").primaryKey(),
  schema: text("schema").notNull(),
  /** Whether the tables have reached the head once. */
  isBackfilled: boolean("is_backfilled").notNull(),
});

/**
 * Pools that a request named, or a token of them, and that have no row yet. The API
 * adds rows, and the indexer of the chain looks for them in every live block: it reads such a pool
 * at that block, which makes its rows. A row may stay; whoever adds one that is there already
 * leaves it as it is.
 */
export const wantedPools = weirApp.table(
  "wanted_pools",
  {
    chainId: integer("chain_id").notNull(),
    /** As in `pool.id`: lower-case. */
    pool: text("pool").notNull(),
    wantedAt: timestamp("wanted_at", { withTimezone: true }).notNull().defaultNow(),
    /** What is known of a pool that no catalogue has; null: a catalogue has it. */
    named: jsonb("named").$type<NamedPool>(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.pool] })],
);

/**
 * Tokens that routes may pass through besides a chain's own connectors, by the hour of the block:
 * chosen once, by the process that is first in the hour, for all processes and for what is asked of
 * the past.
 */
export const chosenConnectors = weirApp.table(
  "chosen_connectors",
  {
    chainId: integer("chain_id").notNull(),
    /** Start of the hour, seconds since the epoch. */
    hour: bigint("hour", { mode: "number" }).notNull(),
    /** Lower-case; the best first. */
    tokens: text("tokens").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.hour] })],
);

/**
 * What trials of tokens showed, for all API processes and later starts. A row is renewed now and
 * then, as a token may change.
 */
export const tokenVerdicts = weirApp.table(
  "token_verdicts",
  {
    chainId: integer("chain_id").notNull(),
    /** Lower-case. */
    token: text("token").notNull(),
    /** Why it may not be traded; null: it may. */
    reason: text("reason"),
    /** Whose state it was tried on. */
    blockNumber: bigint("block_number", { mode: "number" }).notNull(),
    checkedAt: timestamp("checked_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.token] }),
    index("token_verdicts_checked_at").on(table.chainId, table.checkedAt),
  ],
);

/**
 * What is left of the past of the tables of an index. What is older may be deleted as soon as all
 * processes of the API know.
 */
export const retainedHistory = weirApp.table(
  "retained_history",
  {
    schema: text("schema").notNull(),
    chainId: integer("chain_id").notNull(),
    /** The first block whose state can be told. */
    block: bigint("block", { mode: "number" }).notNull(),
    /** Start of the first hour that is whole, seconds since the epoch. */
    since: bigint("since", { mode: "number" }).notNull(),
    isDeleted: boolean("is_deleted").notNull(),
  },
  (table) => [primaryKey({ columns: [table.schema, table.chainId] })],
);

/** Secrets that the service made for itself, by what they are for. */
export const secrets = weirApp.table("secrets", {
  name: text("name").primaryKey(),
  secret: text("secret").notNull(),
});

/**
 * What callers used of their rate limits, for all API processes together. The columns are those
 * that rate-limiter-flexible wants.
 */
export const rateLimits = weirApp.table(
  "rate_limits",
  {
    /** `key:<id>` or `address:<address>`. */
    key: text("key").primaryKey(),
    /** Cost of the requests in the current window. */
    points: integer("points").notNull(),
    /** End of the window. */
    expire: timestamp("expire", { withTimezone: true }),
  },
  (table) => [index("rate_limits_expire").on(table.expire)],
);

/**
 * Hours whose start was recorded: each from the first block that was seen at or after it or, when
 * filled in later, from the last one up to it.
 */
export const recordedHours = weirApp.table(
  "recorded_hours",
  {
    chainId: integer("chain_id").notNull(),
    /** Start of the hour, seconds since the epoch. */
    hour: bigint("hour", { mode: "number" }).notNull(),
    blockNumber: bigint("block_number", { mode: "number" }).notNull(),
    blockHash: text("block_hash").notNull(),
    /** Seconds since the epoch. */
    blockTimestamp: bigint("block_timestamp", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.hour] })],
);

/**
 * Prices of tokens, in US dollars of a whole one. As every series: a row where the value is another
 * than an hour before, null where it is unknown again.
 */
export const prices = series("prices", { id: "token", value: "usd" });

/**
 * What pools, vaults and markets hold for their users, in US dollars; by the id of the state, every
 * token that it issues and every position.
 */
export const tvl = series("tvl", { id: "id", value: "usd" });

/**
 * Yields of tokens that protocols issue, by address, and of positions, by key; percent per year
 * without compounding.
 */
export const apy = series("apy", { id: "id", value: "percent" });

/** A value over time. */
export type Series = typeof prices;

function series(name: string, column: { readonly id: string; readonly value: string }) {
  return weirApp.table(
    name,
    {
      chainId: integer("chain_id").notNull(),
      id: text(column.id).notNull(),
      /** Key of `recordedHours`, which names the block. */
      hour: bigint("hour", { mode: "number" }).notNull(),
      value: doublePrecision(column.value),
    },
    (table) => [
      primaryKey({ columns: [table.chainId, table.id, table.hour] }),
      // To delete hours. A B-tree would tempt the planner to look for the last value of an id by
      // hour.
      index(`${name}_hour`).using("brin", table.hour),
    ],
  );
}
