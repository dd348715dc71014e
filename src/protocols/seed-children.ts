import postgres from "postgres";
import type { AbiEvent, Address } from "viem";
import type { Environment } from "../lib/env.ts";
import { addChildren, type StoredFactory } from "../seed/children.ts";
import type { SeedPool } from "../seed/family.ts";
import { openSeedStore } from "../seed/store.ts";
import type { ChainSeed } from "./seeds.ts";
import type { IndexedFamily } from "./sources.ts";

/** A factory as the configuration names it. */
interface FactoryAddress {
  readonly address: Address | readonly Address[];
  readonly event: AbiEvent;
  readonly parameter: string;
}

/** What stands in the configuration of a source on a chain. */
interface ChainSource {
  readonly address: unknown;
  readonly startBlock: number;
}

/** Ponder's own way to describe a factory, without what it does not store. */
export type DescribeFactory = (
  factory: FactoryAddress & {
    readonly chainId: number;
    readonly sourceId: string;
    readonly fromBlock: number;
    readonly toBlock: undefined;
  },
) => Readonly<Record<string, unknown>>;

/**
 * Makes the pools of before the seeds known to Ponder as children of their factories, those too
 * that have no rows: one that is admitted later has its logs from then on.
 *
 * @returns How many children each source has on each chain.
 */
export async function addSeededChildren(
  {
    families,
    environment,
    contracts,
    seeds,
  }: {
    readonly families: readonly IndexedFamily[];
    readonly environment: Pick<Environment, "chains">;
    /** Of Ponder's configuration. */
    readonly contracts: Readonly<Record<string, unknown>>;
    readonly seeds: ReadonlyMap<number, ChainSeed>;
  },
  { databaseUrl, describe }: { readonly databaseUrl: string; readonly describe: DescribeFactory },
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  if (seeds.size === 0) return counts;
  const store = await openSeedStore(databaseUrl);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    for (const [chainId, { block, families: seeded }] of seeds) {
      const chainName = environment.chains.get(chainId)?.chain.name ?? "";
      for (const { part, seed } of seeded) {
        const own = families.find(({ family }) => family === part.family);
        for (const sourceId of Object.keys(own?.sources(environment) ?? {})) {
          const source = sourceOn(contracts[sourceId], chainName);
          if (source === undefined || !isFactory(source.address)) continue;
          const { address, parameter } = source.address;
          const described = describe({
            ...{ ...source.address, chainId, sourceId },
            ...{ fromBlock: source.startBlock, toBlock: undefined },
          });
          const parents = new Set([address].flat());
          const childOf = (pool: SeedPool): Address | null => {
            if (!parents.has(pool.parent)) return null;
            return seed.childOf === undefined ? pool.address : seed.childOf(pool, parameter);
          };
          const place = { chainId, block, family: part.family, store, childOf };
          counts.set(`${sourceId} ${chainId}`, await addChildren(sql, stored(described), place));
        }
      }
    }
  } finally {
    await Promise.all([store.close(), sql.end({ timeout: 1 })]);
  }
  return counts;
}

function sourceOn(contract: unknown, chainName: string): ChainSource | undefined {
  if (contract === undefined) return undefined;
  const { chain } = contract as { readonly chain: Readonly<Record<string, ChainSource>> };
  return chain[chainName];
}

function isFactory(address: unknown): address is FactoryAddress {
  return typeof address === "object" && address !== null && "event" in address;
}

/**
 * What Ponder keeps of a factory.
 *
 * @see https://github.com/ponder-sh/ponder/blob/9ad4a442d/packages/core/src/sync-store/index.ts `insertChildAddresses`
 */
function stored(described: Readonly<Record<string, unknown>>): StoredFactory {
  const { id: _id, sourceId: _sourceId, ...kept } = described;
  return kept;
}
