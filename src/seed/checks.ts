import postgres from "postgres";
import type { Hex } from "viem";

/** The tables of a chain. */
export interface IndexName {
  /** Schema of the database. */
  readonly schema: string;
  readonly chainId: number;
}

/** Pools whose rows were compared with the node, that differed, and that were read anew. */
export interface Reconciled {
  readonly checked: number;
  readonly differing: number;
  readonly reseeded: number;
}

/** What came of comparing an index with its node. */
export interface Checks {
  /** Pools that were found to differ, with the last block in which to look at each again. */
  doubts(): Promise<ReadonlyMap<Hex, number>>;
  /** Doubts pools up to a block. */
  doubt(pools: readonly Hex[], untilBlock: number): Promise<void>;
  /** Forgets doubts that ended before a block. */
  trust(block: number): Promise<void>;
  /** Adds to the counts of a family. */
  count(family: string, counts: Reconciled): Promise<void>;
  /** By family. */
  counts(): Promise<ReadonlyMap<string, Reconciled>>;
}

/** Key of the advisory lock under which the tables are made ("wchk" in ASCII). */
const LOCK = 0x7763686b;
const TABLES = `
  create schema if not exists weir_seed;
  create table if not exists weir_seed.doubt (
    index_schema text, chain_id integer, pool text, until_block bigint not null,
    primary key (index_schema, chain_id, pool));
  create table if not exists weir_seed.reconciled (
    index_schema text, chain_id integer, family text, checked bigint not null,
    differing bigint not null, reseeded bigint not null,
    primary key (index_schema, chain_id, family));`;

/** Opens what is kept of comparisons, and makes its tables. @param url Connection string. */
export async function openChecks(
  url: string,
): Promise<{ of(index: IndexName): Checks; close(): Promise<void> }> {
  const sql = postgres(url, {
    ...{ max: 1, connect_timeout: 10, onnotice: () => undefined },
    connection: { application_name: "weir_checks" },
  });
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK}, 0)`;
    await tx.unsafe(TABLES);
  });
  return {
    of: ({ schema, chainId }) => ({
      async doubts() {
        const rows = await sql<{ pool: Hex; until: string }[]>`
          select pool, until_block as until from weir_seed.doubt
          where index_schema = ${schema} and chain_id = ${chainId} order by pool`;
        return new Map(rows.map(({ pool, until }) => [pool, Number(until)]));
      },
      async doubt(pools, untilBlock) {
        await sql`insert into weir_seed.doubt
          select ${schema}, ${chainId}, pool, ${untilBlock}
          from jsonb_array_elements_text(${JSON.stringify(pools)}::text::jsonb) as pool
          on conflict (index_schema, chain_id, pool)
            do update set until_block = excluded.until_block`;
      },
      async trust(block) {
        await sql`delete from weir_seed.doubt
          where index_schema = ${schema} and chain_id = ${chainId} and until_block < ${block}`;
      },
      async count(family, { checked, differing, reseeded }) {
        await sql`insert into weir_seed.reconciled as counted
          values (${schema}, ${chainId}, ${family}, ${checked}, ${differing}, ${reseeded})
          on conflict (index_schema, chain_id, family) do update set
            checked = counted.checked + excluded.checked,
            differing = counted.differing + excluded.differing,
            reseeded = counted.reseeded + excluded.reseeded`;
      },
      async counts() {
        const rows = await sql<{ family: string; counts: string[] }[]>`
          select family, array[checked, differing, reseeded]::text[] as counts
          from weir_seed.reconciled where index_schema = ${schema} and chain_id = ${chainId}`;
        return new Map(
          rows.map(({ family, counts }) => {
            const [checked = 0, differing = 0, reseeded = 0] = counts.map(Number);
            return [family, { checked, differing, reseeded }];
          }),
        );
      },
    }),
    close: () => sql.end({ timeout: 1 }),
  };
}
