import type { Ask } from "../../catalog/live/aggregate.ts";
import type { Catalogue, FamilySeed, SeedPool } from "../../seed/family.ts";
import type { StateReader } from "../../seed/reader.ts";
import { firstWords } from "../../seed/words.ts";
import { type ListedPool, poolsOn } from "./contracts.ts";
import { MOST_WORDS, readPools } from "./reading.ts";
import { fixedOf } from "./rows.ts";
import { readAt } from "./transitions.ts";

/**
 * The state of the pools, which are listed. One without shares was never used and has no row. The
 * first live block reads them again.
 */
export const curveLendingSeed: FamilySeed = {
  sources: ["CurveLendingPool"],
  version: 1,
  catalogues: (chainId) =>
    poolsOn(chainId).map((listed): Catalogue => {
      return { kind: "fixed", key: listed.pool, read: (state) => seedPoolOf(state, listed) };
    }),
  async state(state, pools, { chainId, number, timestamp }) {
    const listed = poolsOn(chainId).filter(({ pool }) =>
      pools.some(({ address }) => address === pool),
    );
    const readings = await readPools(asking(state), listed);
    const rows = listed.flatMap((pool, at) => {
      const reading = readings[at];
      const fixed = fixedOf(pool);
      const columns = reading == null ? null : readAt(null, reading, { ...fixed, timestamp });
      if (columns === null) return [];
      return [{ chainId, address: pool.pool, ...fixed, ...columns, updatedBlock: number }];
    });
    const tokens = listed.map(({ lpToken }) => ({ address: lpToken }));
    return { rows: { curveLendingPool: rows }, tokens };
  },
};

function asking(state: StateReader): Ask {
  return (views) => state.list(views, MOST_WORDS);
}

async function seedPoolOf(
  state: StateReader,
  { pool, lpToken, slug, coins }: ListedPool,
): Promise<readonly SeedPool[]> {
  const [supply] = await firstWords(state, [lpToken], ["totalSupply()"]);
  if ((supply?.[0] ?? 0n) === 0n) return [];
  const tokens = coins.map(({ token }) => token);
  return [{ id: pool, address: pool, parent: pool, slug, tokens, facts: {} }];
}
