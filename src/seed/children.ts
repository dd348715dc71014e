import type { Address } from "viem";
import type { SeedPool } from "./family.ts";
import type { SeedStore } from "./store.ts";

/** A factory as Ponder stores it, without what it leaves out. */
export type StoredFactory = Readonly<Record<string, unknown>>;

/** What runs queries on Ponder's tables. */
export interface ChildrenTables {
  unsafe(
    query: string,
    parameters: (string | number)[],
  ): Promise<readonly Record<string, unknown>[]>;
}

const PAGE = 10_000;

/**
 * Makes the pools of a catalogue known to Ponder as children of a factory that is followed from the
 * next block on: their logs are asked for then, and nothing older. To be done when Ponder has made
 * its tables and before it reads the children.
 *
 * @param factory Exactly as Ponder stores it: with another one, there would be no child and no
 *   error.
 * @returns How many children there are now.
 */
export async function addChildren(
  tables: ChildrenTables,
  factory: StoredFactory,
  {
    chainId,
    block,
    family,
    store,
    childOf,
  }: {
    readonly chainId: number;
    readonly block: number;
    readonly family: string;
    readonly store: Pick<SeedStore, "pools">;
    /** The child that a pool comes with; null: none of this factory. */
    readonly childOf: (pool: SeedPool) => Address | null;
  },
): Promise<number> {
  const [row] = await tables.unsafe(
    `insert into ponder_sync.factories (factory) values ($1::text::jsonb)
     on conflict (factory) do update set factory = excluded.factory returning id`,
    [JSON.stringify(factory)],
  );
  const id = Number(row?.id);
  for (let after: SeedPool["id"] | null = null; ; ) {
    const pools = await store.pools(chainId, family, { after, limit: PAGE, of: "all" });
    if (pools.length === 0) break;
    after = pools.at(-1)?.id ?? null;
    const addresses = pools.flatMap((pool) => childOf(pool) ?? []);
    await tables.unsafe(
      `insert into ponder_sync.factory_addresses (factory_id, chain_id, block_number, address)
       select $1::int, $2::int, $3::int, child from jsonb_array_elements_text($4::text::jsonb) as child
       where not exists (select from ponder_sync.factory_addresses as known
         where known.factory_id = $1::int and known.address = child)`,
      [id, chainId, block, JSON.stringify(addresses)],
    );
  }
  const [counted] = await tables.unsafe(
    "select count(*)::int as count from ponder_sync.factory_addresses where factory_id = $1::int",
    [id],
  );
  return Number(counted?.count);
}
