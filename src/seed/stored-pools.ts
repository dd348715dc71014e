import type { Sql } from "postgres";
import type { Address, Hex } from "viem";
import type { SeedPool } from "./family.ts";

/** The catalogue of pools, and which of them are chosen. */
export interface StoredPools {
  /** Where to go on with a catalogue. */
  cursor(chainId: number, key: string): Promise<number | null>;
  /** Adds pools to the catalogue and moves its cursor, both or none. */
  addPools(
    chainId: number,
    family: string,
    found: { readonly key: string; readonly pools: readonly SeedPool[]; readonly next: number },
  ): Promise<void>;
  /** Pools of a family in the order of their ids, after one of them. */
  pools(
    chainId: number,
    family: string,
    page: { readonly after: Hex | null; readonly limit: number; readonly of: "all" | "chosen" },
  ): Promise<readonly SeedPool[]>;
  /** Pools by their ids. */
  poolsOf(
    chainId: number,
    ids: readonly Hex[],
  ): Promise<readonly (SeedPool & { family: string })[]>;
  /**
   * Pools that were not chosen and have a token, or whose contract or share is what is named: those
   * that held most of it first.
   */
  poolsWith(
    chainId: number,
    name: Address,
    limit: number,
  ): Promise<readonly (SeedPool & { family: string })[]>;
  /** The tokens of all pools. */
  tokens(chainId: number): Promise<readonly Address[]>;
  /** How many there are, by family. */
  counts(
    chainId: number,
  ): Promise<ReadonlyMap<string, { readonly all: number; readonly chosen: number }>>;
  /** Chooses all pools of a family. */
  chooseAll(chainId: number, family: string): Promise<void>;
  /** Pools that were not looked at yet. */
  unweighed(
    chainId: number,
    family: string,
    after: Hex | null,
    limit: number,
  ): Promise<readonly SeedPool[]>;
  /** Notes what pools hold. */
  weigh(
    chainId: number,
    holdings: readonly { readonly id: Hex; readonly amounts: readonly bigint[] | null }[],
  ): Promise<void>;
  /** All that was weighed. */
  weighed(chainId: number): Promise<readonly WeighedPool[]>;
  /** Chooses pools, beside those that are. */
  choose(chainId: number, ids: readonly Hex[]): Promise<void>;
  /**
   * Leaves pools that are too large to be read in the catalogue: they are not chosen, nor will be.
   */
  leave(chainId: number, ids: readonly Hex[]): Promise<void>;
}

/** A pool, and about how many smallest units it holds of its tokens, in their order. */
export interface WeighedPool {
  readonly id: Hex;
  readonly tokens: readonly string[];
  readonly amounts: readonly number[];
}

/** Rows that are read at a time where all of a catalogue are. */
const ROWS_AT_A_TIME = 10_000;

interface PoolRow {
  readonly id: Hex;
  readonly address: Hex;
  readonly parent: Hex;
  readonly slug: string;
  readonly family: string;
  readonly tokens: Hex[];
  readonly facts: SeedPool["facts"];
}

const poolOf = ({ id, address, parent, slug, tokens, facts }: PoolRow): SeedPool => ({
  ...{ id, address, parent, slug, tokens, facts },
});

/** What is kept of pools. */
export function storedPools(sql: Sql): StoredPools {
  return {
    async cursor(chainId, key) {
      const [row] = await sql<{ next: string }[]>`
        select next from weir_seed.catalogue where chain_id = ${chainId} and key = ${key}`;
      return row === undefined ? null : Number(row.next);
    },
    async addPools(chainId, family, { key, pools, next }) {
      const rows = JSON.stringify(pools);
      await sql.begin(async (tx) => {
        await tx`insert into weir_seed.pool (chain_id, family, id, address, parent, slug, tokens, facts)
          select ${chainId}, ${family}, p->>'id', p->>'address', p->>'parent', p->>'slug',
            array(select jsonb_array_elements_text(p->'tokens')), p->'facts'
          from jsonb_array_elements(${rows}::text::jsonb) as p on conflict do nothing`;
        await tx`insert into weir_seed.catalogue values (${chainId}, ${key}, ${next})
          on conflict (chain_id, key) do update set next = excluded.next`;
      });
    },
    async pools(chainId, family, { after, limit, of }) {
      const rows = await sql<PoolRow[]>`select * from weir_seed.pool
        where chain_id = ${chainId} and family = ${family} and id > ${after ?? ""}
          ${of === "chosen" ? sql`and is_chosen` : sql``}
        order by id limit ${limit}`;
      return rows.map(poolOf);
    },
    async poolsOf(chainId, ids) {
      const rows = await sql<PoolRow[]>`select * from weir_seed.pool
        where chain_id = ${chainId} and id in ${sql(ids)} order by id`;
      return rows.map((row) => ({ ...poolOf(row), family: row.family }));
    },
    async poolsWith(chainId, name, limit) {
      // The id of some begins with the address of their contract, which is their share.
      const rows = await sql<PoolRow[]>`select * from weir_seed.pool
        where chain_id = ${chainId} and not is_chosen
          and (tokens @> array[${name}]::text[] or left(id, 42) = ${name})
        order by amounts[array_position(tokens, ${name}::text)] desc nulls last, id limit ${limit}`;
      return rows.map((row) => ({ ...poolOf(row), family: row.family }));
    },
    async tokens(chainId) {
      const rows = await sql<{ token: Address }[]>`
        select distinct unnest(tokens) as token from weir_seed.pool where chain_id = ${chainId}`;
      return rows.map(({ token }) => token);
    },
    async counts(chainId) {
      const rows = await sql<{ family: string; all: number; chosen: number }[]>`
        select family, count(*)::int as all, (count(*) filter (where is_chosen))::int as chosen
        from weir_seed.pool where chain_id = ${chainId} group by family`;
      return new Map(rows.map(({ family, ...counts }) => [family, counts]));
    },
    async chooseAll(chainId, family) {
      await sql`update weir_seed.pool set is_chosen = true
        where chain_id = ${chainId} and family = ${family} and not is_chosen
          and id not in (select pool from weir_seed.oversized where chain_id = ${chainId})`;
    },
    async unweighed(chainId, family, after, limit) {
      const rows = await sql<PoolRow[]>`select * from weir_seed.pool
        where chain_id = ${chainId} and family = ${family} and not is_weighed and id > ${after ?? ""}
        order by id limit ${limit}`;
      return rows.map(poolOf);
    },
    async weigh(chainId, holdings) {
      const rows = JSON.stringify(
        holdings.map(({ id, amounts }) => ({ id, amounts: amounts?.map(String) ?? null })),
      );
      await sql`update weir_seed.pool as pool set is_weighed = true, amounts = case
          when jsonb_typeof(h->'amounts') = 'array'
          then array(select jsonb_array_elements_text(h->'amounts')::numeric) end
        from jsonb_array_elements(${rows}::text::jsonb) as h
        where pool.chain_id = ${chainId} and pool.id = h->>'id'`;
    },
    async weighed(chainId) {
      const rows = sql<WeighedPool[]>`
        select id, tokens, amounts::float8[] as amounts from weir_seed.pool
        where chain_id = ${chainId} and amounts is not null`.cursor(ROWS_AT_A_TIME);
      // Of hundreds of thousands of pools most have a token in common.
      const names = new Map<string, string>();
      const nameOf = (token: string): string => {
        const known = names.get(token) ?? token;
        names.set(token, known);
        return known;
      };
      const pools: WeighedPool[] = [];
      for await (const page of rows) {
        for (const { id, tokens, amounts } of page) {
          pools.push({ id, tokens: tokens.map(nameOf), amounts });
        }
      }
      return pools;
    },
    async choose(chainId, ids) {
      await sql`update weir_seed.pool as pool set is_chosen = true
        from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb) as chosen
        where pool.chain_id = ${chainId} and pool.id = chosen and not is_chosen
          and chosen not in (select pool from weir_seed.oversized where chain_id = ${chainId})`;
    },
    async leave(chainId, ids) {
      if (ids.length === 0) return;
      await sql.begin(async (tx) => {
        await tx`insert into weir_seed.oversized select ${chainId}, pool
          from unnest(${sql.array([...ids])}::text[]) as pool on conflict do nothing`;
        await tx`update weir_seed.pool set is_chosen = false
          where chain_id = ${chainId} and id in ${sql(ids)}`;
      });
    },
  };
}
