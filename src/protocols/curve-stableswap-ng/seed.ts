import { type Address, isAddress } from "viem";
import type { Ask } from "../../catalog/live/aggregate.ts";
import type { FamilySeed, SeedPool } from "../../seed/family.ts";
import { listedBy } from "../../seed/listed.ts";
import type { StateReader } from "../../seed/reader.ts";
import { factoryOn } from "./contracts.ts";
import { type CurveNgFacts, MOST_WORDS, readFacts, readPools } from "./reading.ts";
import { columnsOf } from "./transitions.ts";

const LIST = { count: "pool_count()", at: "pool_list(uint256)" };

/** The state of the pools, which their factory lists. The first live block reads them again. */
export const curveStableswapNgSeed: FamilySeed = {
  sources: ["CurveNgCreation"],
  version: 2,
  catalogues(chainId) {
    const contracts = factoryOn(chainId);
    if (contracts === null) return [];
    const { factory, slug } = contracts;
    return [
      listedBy(factory, LIST, async (state, pools) => {
        const facts = await readFacts(asking(state), contracts, pools);
        return facts.flatMap((one) => (one === null ? [] : [seedPoolOf(one, factory, slug)]));
      }),
    ];
  },
  async holdings(state, pools) {
    const readings = await readPools(asking(state), pools.map(factsIn));
    return readings.map((reading) => reading?.balances ?? null);
  },
  async state(state, pools, { chainId, number, timestamp }) {
    const readings = await readPools(asking(state), pools.map(factsIn));
    const rows = pools.flatMap((pool, at) => {
      const reading = readings[at];
      if (reading == null) return [];
      const { address, coins, basePool, isFollowed, dividesAtOnce } = factsIn(pool);
      return [
        {
          ...{ chainId, address, slug: pool.slug, coins, basePool, isFollowed, dividesAtOnce },
          ...columnsOf(reading, { window: null, timestamp, dividesAtOnce }),
          ...{ isStale: false, readBlock: -1, updatedBlock: number },
        },
      ];
    });
    return { rows: { curveNgPool: rows }, tokens: pools.map(({ address }) => ({ address })) };
  },
};

function asking(state: StateReader): Ask {
  return (views) => state.list(views, MOST_WORDS);
}

function seedPoolOf(
  { address, coins, ...facts }: CurveNgFacts,
  parent: SeedPool["parent"],
  slug: string,
): SeedPool {
  return { id: address, address, parent, slug, tokens: coins, facts };
}

function addressIn(fact: SeedPool["facts"][string] | undefined): Address | null {
  return typeof fact === "string" && isAddress(fact) ? fact : null;
}

function factsIn({ address, tokens, facts }: SeedPool): CurveNgFacts {
  return {
    ...{ address, coins: tokens, basePool: addressIn(facts.basePool) },
    ...{ isFollowed: facts.isFollowed === true, dividesAtOnce: facts.dividesAtOnce === true },
  };
}
