import { createHash } from "node:crypto";
import { getTableColumns, isTable } from "drizzle-orm";
import type { Logger } from "pino";
import type { Transport } from "viem";
import * as catalog from "../catalog/schema.ts";
import type { Environment } from "../lib/env.ts";
import { bootstrap, type Seed, type SeededFamily } from "../seed/bootstrap.ts";
import { createSeedReader } from "../seed/reader.ts";
import { openSeedStore } from "../seed/store.ts";
import { worthOn } from "../seed/worth.ts";
import type { IndexedFamily } from "./sources.ts";

/** A chain's seed, and the families whose rows it holds. */
export interface ChainSeed extends Seed {
  readonly families: readonly SeededFamily[];
}

/**
 * What the index of each chain begins with, by chain id: read of the chain as far as it was not
 * before. Chains that are replayed have none.
 *
 * @throws SeedError, and what nodes and database fail with.
 */
export async function chainSeeds(
  families: readonly IndexedFamily[],
  environment: Pick<Environment, "chains" | "databaseUrl" | "minimumDepthUsd" | "maxPoolTicks">,
  { nodes, log }: { readonly nodes: ReadonlyMap<number, Transport>; readonly log: Logger },
): Promise<ReadonlyMap<number, ChainSeed>> {
  const begun = [...environment.chains].filter(([, { startState }]) => startState !== null);
  const seeds = new Map<number, ChainSeed>();
  if (begun.length === 0 || environment.databaseUrl === null) return seeds;
  const store = await openSeedStore(environment.databaseUrl);
  try {
    for (const [chainId, { chain, startState }] of begun) {
      const node = nodes.get(chainId);
      if (node === undefined) throw new Error(`Chain ${chain.name} has no node.`);
      const seeded = seededFamilies(families, chainId);
      const seed = await bootstrap({
        ...{ chainId, store, log, families: seeded },
        reader: createSeedReader(node, { mostTicks: environment.maxPoolTicks }),
        wanted: startState?.block ?? null,
        minimumDepthUsd: environment.minimumDepthUsd,
        connectors: chain.connectors,
        worthOf: (state) => worthOn(chain, state),
      });
      seeds.set(chainId, { ...seed, families: seeded });
    }
  } finally {
    await store.close();
  }
  return seeds;
}

/** The families with a seed that are on a chain. */
function seededFamilies(
  families: readonly IndexedFamily[],
  chainId: number,
): readonly SeededFamily[] {
  return families.flatMap(({ family, seed, schema }) => {
    if (seed === undefined || seed.catalogues(chainId).length === 0) return [];
    return [{ seed, part: { family, version: versionOf(seed.version, schema) } }];
  });
}

/** Of a seed and the columns of its tables: rows of others do not fit. */
function versionOf(version: number, schema: IndexedFamily["schema"]): string {
  const tables = [...Object.entries(catalog), ...Object.entries(schema)].flatMap(([name, table]) =>
    isTable(table) ? [`${name} ${Object.keys(getTableColumns(table)).sort().join()}`] : [],
  );
  const columns = createHash("sha256").update(tables.sort().join("\n")).digest("hex").slice(0, 8);
  return `${version}-${columns}`;
}
