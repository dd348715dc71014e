import type { Ask } from "../../catalog/live/aggregate.ts";
import type { FamilySeed, SeedPool } from "../../seed/family.ts";
import { listedBy } from "../../seed/listed.ts";
import type { StateReader } from "../../seed/reader.ts";
import { factoriesOn } from "./contracts.ts";
import { type CurveFactoryFacts, MOST_COINS, readFacts, readPools } from "./reading.ts";
import { columnsOf } from "./transitions.ts";

const LIST = { count: "pool_count()", at: "pool_list(uint256)" };

/** The state of the pools, which their factories list. The first live block reads them again. */
export const curveFactorySeed: FamilySeed = {
  sources: ["CurvePlainFactory"],
  version: 1,
  catalogues: (chainId) =>
    factoriesOn(chainId).map((contracts) => {
      const { factory, slug } = contracts;
      return listedBy(factory, LIST, async (state, pools) => {
        const facts = await readFacts(asking(state), contracts, pools);
        return facts.flatMap((one) => (one === null ? [] : [seedPoolOf(one, factory, slug)]));
      });
    }),
  async holdings(state, pools) {
    const readings = await readPools(asking(state), pools.map(factsIn));
    return readings.map((reading) => reading?.balances ?? null);
  },
  async state(state, pools, { chainId, number, timestamp }) {
    const readings = await readPools(asking(state), pools.map(factsIn));
    const rows = pools.flatMap((pool, at) => {
      const reading = readings[at];
      if (reading == null) return [];
      const facts = factsIn(pool);
      return [
        {
          ...{ chainId, slug: pool.slug, ...facts },
          ...columnsOf(facts, reading, { window: null, timestamp }),
          ...{ isStale: false, readBlock: -1, updatedBlock: number },
        },
      ];
    });
    return { rows: { curveFactoryPool: rows }, tokens: pools.map(({ address }) => ({ address })) };
  },
};

function asking(state: StateReader): Ask {
  return (views) => state.list(views, MOST_COINS);
}

function seedPoolOf(
  { address, coins, rates, hasAverage }: CurveFactoryFacts,
  parent: SeedPool["parent"],
  slug: string,
): SeedPool {
  const facts = { rates: rates.join(), hasAverage };
  return { id: address, address, parent, slug, tokens: coins, facts };
}

function factsIn({ address, tokens, facts }: SeedPool): CurveFactoryFacts {
  return {
    ...{ address, coins: tokens, hasAverage: facts.hasAverage === true },
    rates: String(facts.rates).split(",").map(BigInt),
  };
}
