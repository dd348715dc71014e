import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Records } from "./open.ts";
import { type NamedPool, wantedPools } from "./schema.ts";

/** Pools that requests named and that are to be followed, of one chain. */
export interface WantedPools {
  /**
   * Wants pools, by id. False when there are too many already: the index is not to grow by whatever
   * callers name.
   */
  add(ids: readonly string[]): Promise<boolean>;
  /** The same of pools that no catalogue has, of which there may be fewer. */
  name(pools: readonly NamedPool[]): Promise<boolean>;
}

/** Pools of a chain that are wanted at most. */
const MOST_WANTED = 10_000;
/** Those of them that no catalogue has: anybody can make as many as they like. */
const MOST_NAMED = 500;
/** Days after which a pool that was wanted makes room; what the index has of it stays. */
const WANTED_DAYS = 30;

/** The pools that are wanted of a chain; the indexer looks for them in every live block. */
export function createWantedPools({ db }: Pick<Records, "db">, chainId: number): WantedPools {
  async function want(
    pools: readonly { readonly id: string; readonly named: NamedPool | null }[],
    room: SQL,
  ): Promise<boolean> {
    if (pools.length === 0) return true;
    await db.execute(sql`delete from ${wantedPools} where chain_id = ${chainId}
      and wanted_at < now() - make_interval(days => ${WANTED_DAYS})`);
    // One that is there already stays as it is, whatever the others come to.
    await db.execute(sql`
      with given as (select distinct on (pool->>'id') pool->>'id' as id,
            nullif(pool->'named', 'null'::jsonb) as named
          from jsonb_array_elements(${JSON.stringify(pools)}::text::jsonb) as pool),
        room as (${room})
      insert into ${wantedPools} (chain_id, pool, named)
        select ${chainId}, id, named from given where (select places from room) >= ${pools.length}
        on conflict do nothing`);
    // In a statement of its own, which sees what another process has added meanwhile.
    const ids = [...new Set(pools.map(({ id }) => id))];
    const isGiven = and(eq(wantedPools.chainId, chainId), inArray(wantedPools.pool, ids));
    const [row] = await db.select({ there: count() }).from(wantedPools).where(isGiven);
    return row?.there === ids.length;
  }

  const wanted = sql`from ${wantedPools} where chain_id = ${chainId}`;
  const places = sql`${MOST_WANTED} - count(*)`;
  return {
    add: (ids) =>
      want(
        ids.map((id) => ({ id, named: null })),
        sql`select ${places} as places ${wanted}`,
      ),
    name: (pools) =>
      want(
        pools.map((named) => ({ id: named.id, named })),
        sql`select least(${places}, ${MOST_NAMED} - count(named)) as places ${wanted}`,
      ),
  };
}
