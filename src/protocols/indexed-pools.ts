import * as schema from "ponder:schema";
import { and, asc, eq, getTableColumns, gte, inArray, lt } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Hex } from "viem";
import type { CatalogContext } from "../catalog/discovery.ts";
import type { FamilySeed, SeedPool, SeedRow } from "../seed/family.ts";
import { POOLS_PER_TURN, type Turn } from "../seed/schedule.ts";
import { cataloguedPools } from "./catalogued-pools.ts";
import { keyOf, tableOf } from "./named-tables.ts";

type Database = CatalogContext["db"];

/** A family whose pools are looked for. */
export interface SoughtFamily {
  readonly family: string;
  readonly seed: FamilySeed;
}

function columnIn(table: PgTable, name: string): PgColumn {
  const column = getTableColumns(table)[name];
  if (column === undefined)
    throw new Error(`The table ${getTableConfig(table).name} has no ${name}.`);
  return column;
}

/** Pools of a family whose turn it is. */
export async function sampledPools(
  db: Database,
  { family }: SoughtFamily,
  { chainId, turn }: { readonly chainId: number; readonly turn: Turn },
): Promise<readonly Hex[]> {
  const { id } = schema.pool;
  const between = async (from: Hex, to: Hex, limit: number) => {
    const rows = await db.sql
      .select({ id })
      .from(schema.pool)
      .where(
        and(
          eq(schema.pool.chainId, chainId),
          eq(schema.pool.family, family),
          gte(id, from),
          lt(id, to),
        ),
      )
      .orderBy(asc(id))
      .limit(limit);
    return rows.map((row) => row.id);
  };
  const first = await between(turn.start, turn.to, POOLS_PER_TURN);
  const room = POOLS_PER_TURN - first.length;
  return room === 0 ? first : [...first, ...(await between(turn.from, turn.start, room))];
}

/**
 * Pools of a family by their ids, as the catalogue has them, or else as their rows tell. Those that
 * neither describes are left out.
 */
export async function describedPools(
  db: Database,
  { family, seed }: SoughtFamily,
  { chainId, ids }: { readonly chainId: number; readonly ids: readonly Hex[] },
): Promise<readonly SeedPool[]> {
  const { pool, poolToken } = schema;
  if (ids.length === 0) return [];
  const rows = await db.sql
    .select()
    .from(pool)
    .where(and(eq(pool.chainId, chainId), eq(pool.family, family), inArray(pool.id, [...ids])));
  if (rows.length === 0) return [];
  const own = rows.map(({ id }) => id);
  const catalogued = new Map((await cataloguedPools(chainId, own)).map((one) => [one.id, one]));
  const younger = rows.filter(({ id }) => !catalogued.has(id));
  const facts = await storedFacts(db, seed, { chainId, ids: younger.map(({ id }) => id) });
  const held = await db.sql
    .select()
    .from(poolToken)
    .where(and(eq(poolToken.chainId, chainId), inArray(poolToken.poolId, own)))
    .orderBy(asc(poolToken.position));
  return rows.flatMap(({ id, address, slug }): readonly SeedPool[] => {
    const known = catalogued.get(id);
    if (known !== undefined) return [known];
    const told = facts.get(id);
    if (told === undefined) return [];
    const tokens = held.flatMap(({ poolId, token }) => (poolId === id ? [token] : []));
    return [{ id, address, parent: address, slug, tokens, facts: told }];
  });
}

/** What pools' rows tell of them, by id. */
async function storedFacts(
  db: Database,
  { factsOf }: FamilySeed,
  { chainId, ids }: { readonly chainId: number; readonly ids: readonly Hex[] },
) {
  const found = new Map<string, SeedPool["facts"]>();
  if (factsOf === undefined || ids.length === 0) return found;
  for (const row of await rowsWhere(db, factsOf, { chainId, values: ids })) {
    const facts = factsOf.facts(row);
    if (facts !== null) found.set(String(row[factsOf.by]), facts);
  }
  return found;
}

/** All rows of a chain with some values in a column. */
async function rowsWhere(
  db: Database,
  { table: name, by }: { readonly table: string; readonly by: string },
  { chainId, values }: { readonly chainId: number; readonly values: readonly unknown[] },
): Promise<readonly SeedRow[]> {
  if (values.length === 0) return [];
  const table = tableOf(name);
  const isOfChain = eq(columnIn(table, "chainId"), chainId);
  return db.sql
    .select()
    .from(table)
    .where(and(isOfChain, inArray(columnIn(table, by), [...values])));
}

/** What the index has of a table beside what a state tells of some pools. */
export async function rowsBeside(
  db: Database,
  {
    chainId,
    seed,
    pools,
    ...on
  }: {
    readonly chainId: number;
    readonly seed: FamilySeed;
    readonly pools: readonly SeedPool[];
    readonly table: string;
    readonly told: readonly SeedRow[];
  },
): Promise<readonly SeedRow[]> {
  const part = seed.parts?.[on.table];
  const [, second = ""] = keyOf(on.table);
  const values = part === undefined ? on.told.map((row) => row[second]) : pools.map(({ id }) => id);
  const by = part?.by ?? second;
  return rowsWhere(db, { table: on.table, by }, { chainId, values: [...new Set(values)] });
}
