import type { Ask } from "../../catalog/live/aggregate.ts";
import type { Catalogue, FamilySeed, SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { type DexLiteContracts, deployments } from "./contracts.ts";
import { countPools, dexIdOfKey, readKeys, readWords } from "./reading.ts";
import type { DexKey } from "./state.ts";

/** The state of the pools, which the contract lists; what says center prices is read live. */
export const fluidDexLiteSeed: FamilySeed = {
  sources: ["FluidDexLite"],
  version: 1,
  readLive: { fluidDexLitePool: ["externalPrice"] },
  factsOf: {
    ...{ table: "fluidDexLitePool", by: "dexId" },
    facts: ({ salt }) => ({ salt: String(salt) }),
  },
  catalogues: (chainId) =>
    deployments.flatMap(({ slug, chains }) => {
      const contracts = chains[chainId]?.contracts;
      return contracts === undefined ? [] : [catalogueOf(contracts, slug)];
    }),
  async state(state, pools, { chainId, number: updatedBlock }) {
    const contracts = deployments[0]?.chains[chainId]?.contracts;
    if (contracts === undefined) return { rows: { fluidDexLitePool: [] } };
    const words = await readWords(
      asked(state),
      pools.map(({ id }) => ({ dexId: id })),
      contracts,
    );
    const rows = pools.flatMap(({ id: dexId, address, slug, tokens, facts }, at) => {
      const found = words[at];
      if (found == null) return [];
      const fixed = { chainId, dexId, slug, address, tokens: [...tokens], salt: facts.salt };
      return [{ ...fixed, ...found, externalPrice: 0n, updatedBlock }];
    });
    return { rows: { fluidDexLitePool: rows } };
  },
};

function asked(state: StateReader): Ask {
  return (views) => state.list(views, 1);
}

function catalogueOf(contracts: DexLiteContracts, slug: string): Catalogue {
  const { dexLite } = contracts;
  return {
    kind: "enumerated",
    key: dexLite,
    count: (state) => countPools(asked(state), contracts),
    async read(state, from, to) {
      const keys = await readKeys(asked(state), contracts, { from, to });
      return keys.map((key) => poolOf(key, { dexLite, slug }));
    },
  };
}

function poolOf(
  key: DexKey,
  { dexLite, slug }: { readonly dexLite: SeedPool["address"]; readonly slug: string },
): SeedPool {
  const { token0, token1, salt } = key;
  const id = dexIdOfKey(key);
  return { id, address: dexLite, parent: dexLite, slug, tokens: [token0, token1], facts: { salt } };
}
