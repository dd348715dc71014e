import type { Ask } from "../../catalog/live/aggregate.ts";
import type { Catalogue, FamilySeed, SeedPool } from "../../seed/family.ts";
import { listedBy } from "../../seed/listed.ts";
import type { StateReader } from "../../seed/reader.ts";
import { firstWords } from "../../seed/words.ts";
import { isCodeName } from "./codes.ts";
import { factoriesOn, namedPoolsOn } from "./contracts.ts";
import { type NamedPool, namedPool } from "./named.ts";
import {
  type CurveFactoryFacts,
  factsOfNamed,
  MOST_COINS,
  readFacts,
  readPools,
} from "./reading.ts";
import { columnsOf } from "./transitions.ts";

const LIST = { count: "pool_count()", at: "pool_list(uint256)" };

/** The state of the pools, which their factories list. The first live block reads them again. */
export const curveFactorySeed: FamilySeed = {
  sources: ["CurvePlainFactory"],
  version: 3,
  catalogues: (chainId) => [
    ...factoriesOn(chainId).map((contracts) => {
      const { factory, slug } = contracts;
      return listedBy(factory, LIST, async (state, pools) => {
        const facts = await readFacts(asking(state), contracts, pools);
        return facts.flatMap((one) => (one === null ? [] : [seedPoolOf(one, factory, slug)]));
      });
    }),
    ...namedPoolsOn(chainId).map((named): Catalogue => {
      const { pool, slug } = named;
      return { kind: "fixed", key: pool, read: (state) => seedPoolNamed(state, named, slug) };
    }),
  ],
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
    const tokens = pools.map((pool) => ({ address: factsIn(pool).lpToken }));
    return { rows: { curveFactoryPool: rows }, tokens };
  },
};

function asking(state: StateReader): Ask {
  return (views) => state.list(views, MOST_COINS);
}

function seedPoolOf(
  { address, coins, rates, code }: CurveFactoryFacts,
  parent: SeedPool["parent"],
  slug: string,
): SeedPool {
  const facts = { rates: rates.join(), code };
  return { id: address, address, parent, slug, tokens: coins, facts };
}

/** A pool that no factory made; none where it was never used. */
async function seedPoolNamed(
  state: StateReader,
  named: NamedPool,
  slug: string,
): Promise<readonly SeedPool[]> {
  const [supply] = await firstWords(state, [named.lpToken], ["totalSupply()"]);
  if ((supply?.[0] ?? 0n) === 0n) return [];
  return [seedPoolOf(factsOfNamed(named), named.pool, slug)];
}

function factsIn({ address, tokens, facts }: SeedPool): CurveFactoryFacts {
  return {
    ...{ address, lpToken: namedPool(address)?.lpToken ?? address, coins: tokens },
    code: isCodeName(facts.code) ? facts.code : "plain",
    rates: String(facts.rates).split(",").map(BigInt),
  };
}
