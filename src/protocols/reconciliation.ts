import * as schema from "ponder:schema";
import type { Table } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import type { Logger } from "pino";
import type { Hex, Transport } from "viem";
import type { CatalogContext } from "../catalog/discovery.ts";
import { type Environment, processEnvironment } from "../lib/env.ts";
import { finalityBlocks } from "../lib/finality.ts";
import { type Checks, openChecks } from "../seed/checks.ts";
import {
  type Compared,
  correctionsOf,
  type Difference,
  differencesOf,
} from "../seed/comparison.ts";
import { eachAtOnce } from "../seed/each-at-once.ts";
import type { SeedBlock, SeedPool, SeedRow } from "../seed/family.ts";
import { isPassing } from "../seed/passing.ts";
import { createSeedReader, type StateReader } from "../seed/reader.ts";
import { createSchedule, type Turn } from "../seed/schedule.ts";
import { describedPools, rowsBeside, type SoughtFamily, sampledPools } from "./indexed-pools.ts";
import { keyOf, tableOf } from "./named-tables.ts";
import type { IndexedFamily } from "./sources.ts";

/** Compares rows of the index with the node, and puts right those that differ. */
export interface Reconciliation {
  /**
   * Compares what is due at the end of a live block, and puts right what was found to differ
   * before; a node that does not answer leaves it for later.
   *
   * @param block.previous Time of the block before, seconds since the epoch; null where that was
   *   not live.
   */
  run(
    context: CatalogContext,
    block: LiveBlock & { readonly previous: number | null },
  ): Promise<void>;
}

type LiveBlock = SeedBlock & { readonly hash: Hex };

/** What is used of Ponder's store, whatever the table. */
interface RowStore {
  insert(table: Table): {
    values(row: SeedRow): { onConflictDoUpdate(change: SeedRow): Promise<unknown> };
  };
  update(table: Table, key: SeedRow): { set(change: SeedRow): Promise<unknown> };
}

/** What came of looking at a pool. */
interface Look {
  readonly pool: SeedPool;
  readonly outcome: "equal" | "differs" | "unread";
}

/** Milliseconds that a live block waits for a node. */
const PATIENCE_MS = 2_000;
/** Pools that are doubted at once; what is found beside them is found again. */
const MOST_DOUBTS = 64;
/** Pools that are put right in one block. */
const MOST_CORRECTIONS = 8;
/** Pools that are read apart at once. */
const AT_ONCE = 4;
/** Times a block's finality for which a pool is looked at again after it was put right. */
const DOUBTED_FINALITIES = 2;

const { schema: INDEX_SCHEMA = "public" } = getTableConfig(schema.pool);

/** The reconciliation of a chain; null where it is off, or nothing on the chain can be compared. */
export function createReconciliation(options: {
  readonly chainId: number;
  readonly families: readonly IndexedFamily[];
  readonly environment: Pick<Environment, "reconciliation" | "maxPoolTicks">;
  readonly node: Transport;
  readonly log: Logger;
}): Reconciliation | null {
  const { chainId, log } = options;
  const families = options.families.flatMap(({ family, seed }): readonly SoughtFamily[] => {
    // Rows without such facts are made by live readings, which put themselves right.
    if (seed?.factsOf === undefined || seed.catalogues(chainId).length === 0) return [];
    return [{ family, seed }];
  });
  const { pools, hours } = options.environment.reconciliation;
  if (pools === 0 || families.length === 0) return null;
  const schedule = createSchedule({ chainId, families: families.length, pools, hours });
  const { maxPoolTicks: mostTicks } = options.environment;
  const reader = createSeedReader(options.node, { patienceMs: PATIENCE_MS, mostTicks });
  /** Pools to look at in every block, with the last one; null: not read yet. */
  let doubts: Map<Hex, number> | null = null;

  /** The rows of some pools by node and index; of pools of which the node tells nothing, none. */
  async function compared(
    { db }: CatalogContext,
    { seed }: SoughtFamily,
    { pools, block }: { readonly pools: readonly SeedPool[]; readonly block: LiveBlock },
  ): Promise<Compared> {
    const state = withoutLogs(reader.at({ blockHash: block.hash }));
    const { rows } = await seed.state(state, pools, block);
    if (state.oversized.size > 0) throw new Error(`It has more than ${mostTicks} ticks.`);
    const indexed: Record<string, readonly SeedRow[]> = {};
    for (const [name, told] of Object.entries(rows)) {
      indexed[name] = await rowsBeside(db, { chainId, seed, pools, table: name, told });
    }
    return { seed, block, told: rows, indexed, keyOf };
  }

  /** What comes of looking at some pools: together, and where that fails or differs one by one. */
  async function look(
    context: CatalogContext,
    own: SoughtFamily,
    { pools, block }: { readonly pools: readonly SeedPool[]; readonly block: LiveBlock },
  ): Promise<readonly Look[]> {
    if (pools.length === 0) return [];
    const all = (outcome: Look["outcome"]) => pools.map((pool): Look => ({ pool, outcome }));
    try {
      const found = await compared(context, own, { pools, block });
      if (differencesOf(found).length === 0) return all("equal");
      if (pools.length === 1) return all("differs");
    } catch (error) {
      if (isPassing(error)) throw error;
      if (pools.length === 1) {
        const [{ id } = { id: null }] = pools;
        log.warn({ chainId, pool: id, err: error }, "a pool cannot be compared with the node");
        return all("unread");
      }
    }
    const each = await eachAtOnce(pools, AT_ONCE, (pool) =>
      look(context, own, { pools: [pool], block }),
    );
    return each.flat();
  }

  /** Compares a part of a family, and doubts what differs. */
  async function check(context: CatalogContext, turn: Turn, block: LiveBlock): Promise<void> {
    const own = families[turn.family];
    if (own === undefined) return;
    const ids = await sampledPools(context.db, own, { chainId, turn });
    const pools = await describedPools(context.db, own, { chainId, ids });
    const looks = await look(context, own, { pools, block });
    const differing = poolsThat("differs", looks);
    for (const pool of differing) {
      for (const one of differencesOf(await compared(context, own, { pools: [pool], block }))) {
        log.error(
          { chainId, family: own.family, pool: pool.id, block: block.number, ...readable(one) },
          "a row differs from the node",
        );
      }
    }
    const room = MOST_DOUBTS - (doubts?.size ?? 0);
    const until = block.number + DOUBTED_FINALITIES * finalityBlocks(chainId);
    const found = differing.slice(0, Math.max(0, room)).map(({ id }) => id);
    for (const id of found) doubts?.set(id, until);
    const checked = looks.length - poolsThat("unread", looks).length;
    const counts = { checked, differing: differing.length, reseeded: 0 };
    await withChecks(chainId, async (checks) => {
      await checks.doubt(found, until);
      await checks.count(own.family, counts);
    });
  }

  /** Puts doubted pools right, in this block and, where a reorganisation takes that back, again. */
  async function correct(context: CatalogContext, block: LiveBlock): Promise<void> {
    if (doubts === null || doubts.size === 0) return;
    let isOver = false;
    for (const [id, until] of doubts) {
      if (until < block.number) isOver = doubts.delete(id) || isOver;
    }
    if (isOver) await withChecks(chainId, (checks) => checks.trust(block.number));
    for (const own of families) {
      const pools = await describedPools(context.db, own, { chainId, ids: [...doubts.keys()] });
      const looks = await look(context, own, { pools, block });
      const differing = poolsThat("differs", looks).slice(0, MOST_CORRECTIONS);
      for (const pool of differing) {
        const found = await compared(context, own, { pools: [pool], block });
        const columns = differencesOf(found).map(({ table, column }) => `${table}.${column}`);
        for (const { table: name, key, row, change } of correctionsOf(found)) {
          const db = context.db as RowStore;
          const table = tableOf(name);
          if (row === null) await db.update(table, key).set(change);
          else
            await db
              .insert(table)
              .values({ ...row })
              .onConflictDoUpdate(change);
        }
        log.warn(
          { chainId, family: own.family, pool: pool.id, block: block.number, columns },
          "a pool was read anew",
        );
      }
      if (differing.length === 0) continue;
      const counts = { checked: 0, differing: 0, reseeded: differing.length };
      await withChecks(chainId, (checks) => checks.count(own.family, counts));
    }
  }

  return {
    async run(context, { previous, ...block }) {
      try {
        doubts ??= new Map(await withChecks(chainId, (checks) => checks.doubts()));
        await correct(context, block);
        const turn = previous === null ? null : schedule.dueAt({ ...block, previous });
        if (turn !== null) await check(context, turn, block);
      } catch (error) {
        log.warn({ chainId, block: block.number, err: error }, "the index cannot be compared now");
      }
    },
  };
}

/** A difference as it is logged. */
function readable({ table, key, column, indexed, told }: Difference) {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === "bigint" ? String(inner) : inner,
    );
  return { table, key: text(key), column, indexed: text(indexed), node: text(told) };
}

function poolsThat(outcome: Look["outcome"], looks: readonly Look[]): readonly SeedPool[] {
  return looks.flatMap((look) => (look.outcome === outcome ? [look.pool] : []));
}

/** A live block is no time to walk logs, of which a few states are made. */
function withoutLogs(state: StateReader): StateReader {
  const logs = () =>
    Promise.reject(new Error("Its state follows from logs that are not walked now."));
  return { ...state, logs };
}

/** On a connection for the moment: this is rare. */
async function withChecks<T>(chainId: number, work: (checks: Checks) => Promise<T>): Promise<T> {
  const checks = await openChecks(processEnvironment().databaseUrl ?? "");
  try {
    return await work(checks.of({ schema: INDEX_SCHEMA, chainId }));
  } finally {
    await checks.close();
  }
}
