import { type Address, encodeFunctionData } from "viem";
import {
  CurveCryptoFactory,
  CurveTricryptoFactory,
  CurveTwocryptoFactory,
} from "../../../abis/CurveCrypto.ts";
import type { Ask } from "../../catalog/live/aggregate.ts";
import type { Catalogue, FamilySeed, SeedPool } from "../../seed/family.ts";
import { listedBy } from "../../seed/listed.ts";
import type { StateReader } from "../../seed/reader.ts";
import { addressOf, firstWords, wordOf } from "../../seed/words.ts";
import { factoriesOn, olderPoolsOn } from "./contracts.ts";
import { factsOf, olderPlaceOf, placeIn, precisionsOf } from "./older-places.ts";
import { MOST_WORDS, readPools } from "./reading.ts";
import { columnsOf } from "./transitions.ts";

/** The factory takes no coin with more. */
const MOST_DECIMALS = 18n;

const LIST = { count: "pool_count()", at: "pool_list(uint256)" };

/**
 * The state of the pools, which their factories list, and of the listed ones before them. The first
 * live block reads them again.
 */
export const curveCryptoSeed: FamilySeed = {
  sources: ["CurveTwocryptoFactory"],
  version: 2,
  catalogues(chainId) {
    const found = factoriesOn(chainId);
    if (found === null) return [];
    const { slug, twocryptoFactory, tricryptoFactory } = found;
    return [
      catalogueOf(twocryptoFactory, { slug, coins: 2 }),
      catalogueOf(tricryptoFactory, { slug, coins: 3 }),
      ...olderCatalogues(chainId, slug),
      ...(found.cryptoFactory === undefined ? [] : [madeBy(found.cryptoFactory, slug)]),
    ];
  },
  async holdings(state, pools) {
    // Of balances the time does not matter.
    const readings = await readPools(asking(state), pools.map(placeIn), 0);
    return readings.map((reading) =>
      reading?.code === "other" ? null : (reading?.balances ?? null),
    );
  },
  async state(state, pools, { chainId, number, timestamp }) {
    const readings = await readPools(asking(state), pools.map(placeIn), timestamp);
    const rows = pools.flatMap((pool, at) => {
      const reading = readings[at];
      if (reading == null) return [];
      const { address, slug, tokens: coins } = pool;
      const { generation, lpToken } = placeIn(pool);
      return [
        {
          ...{ chainId, address, slug, generation, lpToken, coins, moves: null },
          ...columnsOf(reading, { window: null, timestamp }),
          ...{ isStale: false, readBlock: -1, updatedBlock: number },
        },
      ];
    });
    const tokens = pools.map((pool) => ({ address: placeIn(pool).lpToken }));
    return { rows: { curveCryptoPool: rows }, tokens };
  },
};

function catalogueOf(
  factory: Address,
  { slug, coins }: { readonly slug: string; readonly coins: 2 | 3 },
): Catalogue {
  return listedBy(factory, LIST, async (state, pools) => {
    const answers = await state.list(
      pools.map((pool) => ({ target: factory, data: coinsOf(pool, coins) })),
      coins,
    );
    return pools.flatMap((address, at): SeedPool[] => {
      const words = Array.from({ length: coins }, (_, i) => wordOf(answers[at], i) ?? 0n);
      if (words.includes(0n)) return [];
      const tokens = words.map(addressOf);
      return [{ id: address, address, parent: factory, slug, tokens, facts: {} }];
    });
  });
}

/** Pools that no factory lists; those that were never used are left out. */
function olderCatalogues(chainId: number, slug: string): readonly Catalogue[] {
  const listed = olderPoolsOn(chainId).map(olderPlaceOf);
  if (listed.length === 0) return [];
  return [
    {
      kind: "fixed",
      key: `${slug} older`,
      async read(state) {
        const tokens = listed.map(({ lpToken }) => lpToken);
        const supplies = await firstWords(state, tokens, ["totalSupply()"]);
        return listed.flatMap((place, at): SeedPool[] => {
          if ((supplies[at]?.[0] ?? 0n) === 0n) return [];
          const { address, coins } = place;
          return [
            {
              ...{ id: address, address, parent: address, slug, tokens: coins },
              facts: factsOf(place),
            },
          ];
        });
      },
    },
  ];
}

/** Pools of two coins of older code that a factory made. */
function madeBy(factory: Address, slug: string): Catalogue {
  return listedBy(factory, LIST, async (state, pools) => {
    const views = (["get_coins", "get_decimals", "get_token"] as const).map((functionName) =>
      pools.map((pool) => ({
        target: factory,
        data: encodeFunctionData({ abi: CurveCryptoFactory, functionName, args: [pool] }),
      })),
    );
    const answers = await state.list(views.flat(), 2);
    return pools.flatMap((address, at): SeedPool[] => {
      const [coins, decimals, token] = [0, 1, 2].map((view) => {
        const answer = answers[view * pools.length + at];
        return [wordOf(answer), wordOf(answer, 1)].flatMap((word) => word ?? []);
      });
      const [lpToken] = token ?? [];
      const tokens = (coins ?? []).filter((word) => word !== 0n).map(addressOf);
      const known = (decimals ?? []).filter((each) => each <= MOST_DECIMALS);
      if (lpToken === undefined || tokens.length < 2 || known.length < 2) return [];
      const precisions = precisionsOf(known.map(Number));
      const made = { coins: tokens, lpToken: addressOf(lpToken), precisions };
      const facts = factsOf({ address, generation: "factory", ...made });
      return [{ id: address, address, parent: factory, slug, tokens, facts }];
    });
  });
}

function coinsOf(pool: Address, coins: 2 | 3) {
  const call = { functionName: "get_coins", args: [pool] } as const;
  return coins === 2
    ? encodeFunctionData({ abi: CurveTwocryptoFactory, ...call })
    : encodeFunctionData({ abi: CurveTricryptoFactory, ...call });
}

function asking(state: StateReader): Ask {
  return (views) => state.list(views, MOST_WORDS);
}
