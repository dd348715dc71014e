import postgres from "postgres";
import type { Hex } from "viem";
import { type StoredPools, storedPools } from "./stored-pools.ts";
import { type StoredRows, storedRows } from "./stored-rows.ts";
import { SEED_TABLES } from "./tables.ts";

/** The block whose state an index begins with. */
export interface SeedStart {
  readonly block: number;
  readonly hash: Hex;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  /** Of all that was read of its state; null while that goes on. */
  readonly digest: string | null;
}

/** What is kept of seeds, which all indexes of a chain share. */
export interface SeedStore extends StoredPools, StoredRows {
  start(chainId: number): Promise<SeedStart | null>;
  /** Sets the block to begin with, and forgets what was read of the state of another. */
  begin(chainId: number, start: Omit<SeedStart, "digest">): Promise<void>;
  finish(chainId: number, digest: string): Promise<void>;

  /** Runs `work` while no other process does so for the chain. */
  alone<T>(chainId: number, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Key of the advisory locks, with the chain's id ("wsee" in ASCII). */
const LOCK = 0x77736565;

/** Opens what is kept of seeds, and makes its tables. @param url Connection string. */
export async function openSeedStore(url: string): Promise<SeedStore> {
  const sql = postgres(url, {
    ...{ max: 4, connect_timeout: 10, onnotice: () => undefined },
    connection: { application_name: "weir_seed" },
  });
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK}, 0)`;
    await tx.unsafe(SEED_TABLES);
  });

  return {
    ...storedPools(sql),
    ...storedRows(sql),
    async start(chainId) {
      const [row] = await sql<
        { block: string; hash: Hex; timestamp: string; digest: string | null }[]
      >`select block, hash, timestamp, digest from weir_seed.start where chain_id = ${chainId}`;
      if (row === undefined) return null;
      return { ...row, block: Number(row.block), timestamp: Number(row.timestamp) };
    },
    async begin(chainId, { block, hash, timestamp }) {
      await sql.begin(async (tx) => {
        await tx`delete from weir_seed.state where chain_id = ${chainId}`;
        await tx`delete from weir_seed.rows where chain_id = ${chainId}`;
        await tx`insert into weir_seed.start values (${chainId}, ${block}, ${hash}, ${timestamp})
          on conflict (chain_id) do update set block = excluded.block, hash = excluded.hash,
            timestamp = excluded.timestamp, digest = null`;
      });
    },
    async finish(chainId, digest) {
      await sql`update weir_seed.start set digest = ${digest} where chain_id = ${chainId}`;
    },

    async alone(chainId, work) {
      const connection = await sql.reserve();
      try {
        await connection`select pg_advisory_lock(${LOCK}, ${chainId})`;
        return await work();
      } finally {
        await connection`select pg_advisory_unlock(${LOCK}, ${chainId})`;
        connection.release();
      }
    },
    close: () => sql.end({ timeout: 1 }),
  };
}
