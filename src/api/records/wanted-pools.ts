import { sql } from "drizzle-orm";
import type { Records } from "./open.ts";
import { wantedPools } from "./schema.ts";

/** Pools that requests named and that are to be followed, of one chain. */
export interface WantedPools {
  /**
   * Wants pools, by id. False when there are too many already: the index is not to grow by whatever
   * callers name.
   */
  add(ids: readonly string[]): Promise<boolean>;
}

/** Pools of a chain that are wanted at most. */
const MOST_WANTED = 10_000;
/** Days after which a pool that was wanted makes room; what the index has of it stays. */
const WANTED_DAYS = 30;

/** The pools that are wanted of a chain; the indexer looks for them in every live block. */
export function createWantedPools({ db }: Pick<Records, "db">, chainId: number): WantedPools {
  return {
    async add(ids) {
      if (ids.length === 0) return true;
      await db.execute(sql`delete from ${wantedPools} where chain_id = ${chainId}
        and wanted_at < now() - make_interval(days => ${WANTED_DAYS})`);
      const list = JSON.stringify(ids);
      // One that is there already stays as it is, whatever the others come to.
      const [row] = (await db.execute(sql`
        with given as (select distinct id from jsonb_array_elements_text(${list}::text::jsonb) as id),
          room as (select ${MOST_WANTED} - count(*) as places from ${wantedPools}
            where chain_id = ${chainId}),
          added as (insert into ${wantedPools} (chain_id, pool)
            select ${chainId}, id from given where (select places from room) >= ${ids.length}
            on conflict do nothing returning pool)
        select count(*)::int as missing from given
          where not exists (select from added where pool = id)
            and not exists (select from ${wantedPools} where chain_id = ${chainId} and pool = id)`)) as {
        missing: number;
      }[];
      return row?.missing === 0;
    },
  };
}
