import { index, integer, text, timestamp } from "drizzle-orm/pg-core";
import { weirApp } from "./namespace.ts";

/** API keys; of each only its hash. A revoked key stays, so that its id is never given out again. */
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

/** What callers used of their rate limits, for all API processes together. The columns are those that rate-limiter-flexible wants. */
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
