import { eq, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Records } from "../records/open.ts";
import { apiKeys } from "../records/schema.ts";
import { hasHash, keyIdIn } from "./key.ts";
import { KEYS_CHANNEL } from "./store.ts";

/** The keys as a request is checked against them: in memory, kept equal to the stored ones. */
export interface KeyRing {
  /**
   * Whether a call needs a key: once there is one, revoked or not, or because the operator says so.
   */
  needsKey(): boolean;
  /** Whether a key was ever made. */
  hasKeys(): boolean;
  /** Id of the key that this is; null when it is none that is valid. */
  idOf(text: string): string | null;
  /** Stores what was used last, and stops following the stored keys. */
  close(): Promise<void>;
}

export interface KeyRingOptions {
  readonly records: Records;
  /** Whether calls need a key even while there is none. */
  readonly requireKey: boolean;
  readonly log: Logger;
  /**
   * Milliseconds between two looks at the stored keys, should a notice get lost; 10,000 when
   * absent.
   */
  readonly refreshMs?: number;
}

const REFRESH_MS = 10_000;

/**
 * Reads the keys and follows their changes. While the database cannot be read, the keys known last
 * stay valid.
 *
 * @throws What the database answers to the first look.
 */
export async function startKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  const { records, requireKey, log } = options;
  /** By id: the hash, null once revoked. */
  let known: ReadonlyMap<string, string | null> = new Map();
  let used = new Map<string, Date>();

  async function read(): Promise<void> {
    const { id, hash, revokedAt } = apiKeys;
    const rows = await records.db.select({ id, hash, revokedAt }).from(apiKeys);
    const wasEmpty = known.size === 0;
    known = new Map(rows.map((row) => [row.id, row.revokedAt === null ? row.hash : null]));
    if (wasEmpty && known.size > 0) log.info("every call under /api/v1 needs a key");
  }

  async function storeUse(): Promise<void> {
    const uses = used;
    used = new Map();
    try {
      for (const [id, at] of uses) {
        const { lastUsedAt } = apiKeys;
        const latest = sql`greatest(${lastUsedAt}, ${sql.param(at, lastUsedAt)})`;
        await records.db.update(apiKeys).set({ lastUsedAt: latest }).where(eq(apiKeys.id, id));
      }
    } catch (error) {
      used = new Map([...uses, ...used]);
      throw error;
    }
  }

  let running: Promise<void> | null = null;
  let again = false;
  let failed = false;
  /** Never two at once; a notice during a look leads to another one. */
  function refresh(): Promise<void> {
    again = true;
    running ??= (async () => {
      try {
        while (again) {
          again = false;
          await read();
          await storeUse();
        }
        if (failed) log.info("the keys can be read again");
        failed = false;
      } catch (error) {
        if (!failed) log.warn({ err: error }, "the keys cannot be read; those known stay valid");
        failed = true;
      } finally {
        running = null;
      }
    })();
    return running;
  }

  await read();
  const unlisten = await records.listen(KEYS_CHANNEL, () => void refresh());
  await refresh();
  const timer = setInterval(() => void refresh(), options.refreshMs ?? REFRESH_MS);
  if (known.size === 0) {
    log.warn(
      requireKey
        ? "no API key exists: every call under /api/v1 is refused; create one with npm run keys -- create"
        : "no API key exists: the service is open to whoever reaches it; create one with npm run keys -- create",
    );
  }

  return {
    needsKey: () => requireKey || known.size > 0,
    hasKeys: () => known.size > 0,
    idOf(text) {
      const id = keyIdIn(text);
      if (id === null || !hasHash(text, known.get(id) ?? null)) return null;
      used.set(id, new Date());
      return id;
    },
    async close() {
      clearInterval(timer);
      await refresh();
      await unlisten();
    },
  };
}
