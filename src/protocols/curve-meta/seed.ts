import { type Address, isAddress } from "viem";
import type { Ask } from "../../catalog/live/aggregate.ts";
import type { FamilySeed, SeedPool } from "../../seed/family.ts";
import { listedBy } from "../../seed/listed.ts";
import type { StateReader } from "../../seed/reader.ts";
import { factoryOn } from "./contracts.ts";
import { type CurveMetaFacts, MOST_WORDS, readFacts, readPools } from "./reading.ts";
import { columnsOf } from "./transitions.ts";

const LIST = { count: "pool_count()", at: "pool_list(uint256)" };

/** The state of the metapools, which their factory lists. The first live block reads them again. */
export const curveMetaSeed: FamilySeed = {
  sources: ["CurveMetaFactory"],
  version: 1,
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
    const readings = await readPools(asking(state), pools.flatMap(factsIn));
    return readings.map((reading) => reading?.balances ?? null);
  },
  async state(state, pools, { chainId, number, timestamp }) {
    const facts = pools.flatMap(factsIn);
    const readings = await readPools(asking(state), facts);
    const rows = facts.flatMap(({ address, coins, basePool, slug }, at) => {
      const reading = readings[at];
      if (reading == null) return [];
      return [
        {
          ...{ chainId, address, slug, coins, basePool },
          ...columnsOf(reading, { window: null, timestamp }),
          ...{ isStale: false, readBlock: -1, updatedBlock: number },
        },
      ];
    });
    return { rows: { curveMetaPool: rows }, tokens: pools.map(({ address }) => ({ address })) };
  },
};

function asking(state: StateReader): Ask {
  return (views) => state.list(views, MOST_WORDS);
}

function seedPoolOf(
  { address, coins, basePool, rate }: CurveMetaFacts,
  parent: Address,
  slug: string,
): SeedPool {
  const facts = { basePool, rate: String(rate) };
  return { id: address, address, parent, slug, tokens: coins, facts };
}

function factsIn({ address, slug, tokens, facts }: SeedPool) {
  const { basePool, rate } = facts;
  if (typeof basePool !== "string" || !isAddress(basePool)) return [];
  return [{ address, slug, coins: tokens, basePool, rate: BigInt(String(rate)) }];
}
