import * as schema from "ponder:schema";
import { sql, type Table } from "drizzle-orm";
import type { Logger } from "pino";
import type { Hex, Transport } from "viem";
import type { CatalogContext } from "../catalog/discovery.ts";
import type { LiveReading } from "../catalog/live/reader.ts";
import type { Environment } from "../lib/env.ts";
import { nodeErrorOf } from "../lib/node-error.ts";
import type { SeedBlock, SeedPool, SeedRows } from "../seed/family.ts";
import { LensError } from "../seed/lens.ts";
import { isPassing } from "../seed/passing.ts";
import { createSeedReader } from "../seed/reader.ts";
import { oversizedOf, rowsOf } from "../seed/state.ts";
import { cataloguedPools } from "./catalogued-pools.ts";
import { keyOf, tableOf } from "./named-tables.ts";
import type { IndexedFamily } from "./sources.ts";

/** Reads pools that requests named and that have no rows yet, so that they are followed. */
export interface Admission {
  /** Writes the rows of some of them as of the end of a live block; never fails. */
  admit(context: CatalogContext, block: SeedBlock & { readonly hash: Hex }): Promise<void>;
  /**
   * Reads some of those again that no catalogue has, as of the end of a live block; a node that
   * does not answer leaves them as they are.
   */
  follow(
    on: Pick<LiveReading, "context" | "chain" | "block"> & { readonly hash: Hex },
  ): Promise<void>;
}

/** A pool that is wanted; `named`: what is known of it where no catalogue has it. */
interface Wanted {
  readonly id: Hex;
  readonly named: (SeedPool & { readonly family: string }) | null;
}

type Row = Record<string, unknown>;

/** What is used of Ponder's store, whatever the table. */
interface RowStore {
  insert(table: Table): {
    values(row: Row): {
      onConflictDoNothing(): Promise<unknown>;
      onConflictDoUpdate(change: Row): Promise<unknown>;
    };
  };
}

/** Pools that are read in one block at most. */
const POOLS_PER_BLOCK = 64;
/** Blocks for which a pool that cannot be read is left alone. */
const SET_ASIDE_BLOCKS = 1_000;
/** Milliseconds that a live block waits for a node. */
const PATIENCE_MS = 2_000;

/** Of the catalog, which never change. */
const SHARED: ReadonlySet<string> = new Set(["pool", "poolToken", "token"]);

/**
 * The admission of a chain. Where all logs were replayed, no catalogue has pools that the tables
 * lack, and those alone are admitted that none has.
 */
export function createAdmission(options: {
  readonly chainId: number;
  readonly families: readonly IndexedFamily[];
  /** Whether the index began with a state, so that pools of the catalogue may have no row. */
  readonly isSeeded: boolean;
  readonly node: Transport;
  readonly environment: Pick<Environment, "maxPoolTicks">;
  readonly log: Logger;
}): Admission {
  const { chainId, families, isSeeded, log } = options;
  const { maxPoolTicks: mostTicks } = options.environment;
  const reader = createSeedReader(options.node, { patienceMs: PATIENCE_MS, mostTicks });
  /** The block at which a pool could not be read. */
  const setAside = new Map<string, number>();

  async function wanted({ db }: CatalogContext, number: number): Promise<readonly Wanted[]> {
    const found = await db.sql
      .select({ id: sql<Hex>`wanted.pool`, named: sql<Wanted["named"]>`wanted.named` })
      .from(sql`weir_app.wanted_pools as wanted`)
      // Of `not exists` Ponder does not see that it only reads, and forgets all rows that it keeps.
      .leftJoin(
        schema.pool,
        sql`${schema.pool.chainId} = ${chainId} and ${schema.pool.id} = wanted.pool`,
      )
      .where(
        sql`wanted.chain_id = ${chainId} and ${schema.pool.id} is null
          and (${isSeeded} or wanted.named is not null)`,
      )
      .orderBy(sql`wanted.wanted_at`)
      .limit(POOLS_PER_BLOCK + setAside.size);
    for (const [id, at] of setAside) if (number - at > SET_ASIDE_BLOCKS) setAside.delete(id);
    return found.filter(({ id }) => !setAside.has(id)).slice(0, POOLS_PER_BLOCK);
  }

  /** Rows of pools of a family; in halves where they fail together. */
  async function read(
    family: string,
    pools: readonly SeedPool[],
    block: SeedBlock & { readonly hash: Hex },
  ): Promise<readonly SeedRows[]> {
    const seed = families.find((one) => one.family === family)?.seed;
    if (seed === undefined || pools.length === 0) return [];
    const state = reader.at({ blockHash: block.hash });
    try {
      const task = { block, state, newest: reader.at("latest"), metadata: new Map() };
      const rows = await rowsOf(family, seed, pools, task);
      for (const id of oversizedOf(pools, task)) {
        setAside.set(id, block.number);
        log.warn({ chainId, pool: id, mostTicks }, "a pool that was asked for has too many ticks");
      }
      return [rows];
    } catch (error) {
      if (isPassing(error)) throw error;
      const [first] = pools;
      if (first !== undefined && pools.length === 1) {
        setAside.set(first.id, block.number);
        log.warn(
          { chainId, pool: first.id, err: error },
          "a pool that was asked for is unreadable",
        );
        return [];
      }
      const middle = pools.length >> 1;
      return [
        ...(await read(family, pools.slice(0, middle), block)),
        ...(await read(family, pools.slice(middle), block)),
      ];
    }
  }

  return {
    async admit(context, block) {
      const found = await wanted(context, block.number);
      if (found.length === 0) return;
      const made: SeedRows[] = [];
      try {
        const listed = found.flatMap(({ id, named }) => (named === null ? [id] : []));
        const pools = [
          ...(listed.length === 0 ? [] : await cataloguedPools(chainId, listed)),
          ...found.flatMap(({ named }) => named ?? []),
        ];
        for (const family of new Set(pools.map((pool) => pool.family))) {
          const own = pools.filter((pool) => pool.family === family);
          made.push(...(await read(family, own, block)));
        }
      } catch (error) {
        // The next block tries again.
        log.warn({ chainId, err: error }, "pools that were asked for cannot be read now");
        return;
      }
      for (const rows of made) await write(context, rows);
      log.info(
        { chainId, block: block.number, pools: found.length },
        "pools are followed from now on",
      );
    },
    async follow({ context, chain, block, hash }) {
      const state = reader.at({ blockHash: hash });
      for (const { family, named } of families) {
        try {
          await named?.follow({ context, chain, block, state });
        } catch (error) {
          if (!isOfNode(error)) throw error;
          log.warn({ chainId, family, err: error }, "pools that were named cannot be read now");
        }
      }
    },
  };
}

/** Whether a reading failed by what the node answered, or did not. */
function isOfNode(error: unknown): boolean {
  return isPassing(error) || nodeErrorOf(error) !== null || error instanceof LensError;
}

async function write({ db }: CatalogContext, rows: SeedRows): Promise<void> {
  for (const [name, own] of Object.entries(rows)) {
    const table = tableOf(name);
    const keys = new Set(keyOf(name));
    for (const row of own) {
      const insertion = (db as RowStore).insert(table).values({ ...row });
      if (SHARED.has(name)) {
        await insertion.onConflictDoNothing();
        continue;
      }
      const change = Object.fromEntries(
        Object.entries(row).filter(([column]) => !keys.has(column)),
      );
      // A log may have left a part of a row.
      await insertion.onConflictDoUpdate(change);
    }
  }
}
