import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { notify, type Records } from "../records/open.ts";
import { apiKeys } from "../records/schema.ts";
import { newKey } from "./key.ts";

/** Channel that tells API processes of a new or revoked key. */
export const KEYS_CHANNEL = "weir_app_keys";

/** What may be shown of a key. */
export interface KeyRecord {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: Date;
  /** Late by up to some seconds; null: never used. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** What revoking a key did. */
export type Revocation = "revoked" | "was revoked before" | "unknown";

/**
 * Management of keys, wherever they are stored. Every API process knows of a change when the
 * promise resolves, or at once afterwards.
 */
export interface KeyStore {
  /** Stores a new key and returns its text, which cannot be had again. */
  create(name: string | null): Promise<string>;
  /** All keys, the oldest first, revoked ones included. */
  list(): Promise<readonly KeyRecord[]>;
  revoke(id: string): Promise<Revocation>;
}

/** The keys of a database. */
export function createKeyStore(records: Records): KeyStore {
  const { id, name, createdAt, lastUsedAt, revokedAt } = apiKeys;
  return {
    async create(keyName) {
      const key = newKey();
      await records.transaction(async (db) => {
        await db.insert(apiKeys).values({ id: key.id, name: keyName, hash: key.hash });
        await notify(db, KEYS_CHANNEL);
      });
      return key.text;
    },
    list: () =>
      records.db
        .select({ id, name, createdAt, lastUsedAt, revokedAt })
        .from(apiKeys)
        .orderBy(asc(createdAt), asc(id)),
    revoke: (keyId) =>
      records.transaction(async (db) => {
        const [revoked] = await db
          .update(apiKeys)
          .set({ revokedAt: sql`now()` })
          .where(and(eq(id, keyId), isNull(revokedAt)))
          .returning({ id });
        if (revoked !== undefined) {
          await notify(db, KEYS_CHANNEL);
          return "revoked";
        }
        const found = await db.select({ id }).from(apiKeys).where(eq(id, keyId));
        return found.length > 0 ? "was revoked before" : "unknown";
      }),
  };
}
