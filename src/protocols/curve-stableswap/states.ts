import { storedStates } from "../states.ts";
import { type CurvePoolContracts, configuredPool } from "./contracts.ts";
import type { CurvePool } from "./pool.ts";
import { curvePool } from "./schema.ts";
import { fixedNumbers, type PoolChange } from "./transitions.ts";

/** The pools that are configured. */
export const states = storedStates({
  table: curvePool,
  id: "address",
  state(row): CurvePool | null {
    const pool = configuredPool(row.chainId, row.address);
    return pool === undefined ? null : poolState(pool, row);
  },
  swapFeePercent: "fee_e_10 / 1e8",
  view: {
    kind: "balances",
    held: `
      select ordinality - 1, amount
      from unnest(state.balances) with ordinality as each (amount, ordinality)`,
    by: "place",
    isVirtual: false,
  },
});

/** The state of a configured pool with what its row holds. */
export function poolState(
  pool: CurvePoolContracts & { readonly slug: string },
  row: PoolChange,
): CurvePool {
  const { balances, supply, feeE10, adminFeeE10 } = row;
  const { initialA, futureA, initialATime, futureATime, updatedBlock } = row;
  return {
    ...{ id: pool.pool, address: pool.pool, slug: pool.slug, lpToken: pool.lpToken },
    ...{ coins: pool.coins, returnsAmount: pool.returnsAmount, ...fixedNumbers(pool) },
    ...{ balances, supply, feeE10, adminFeeE10, initialA, futureA, initialATime, futureATime },
    // The switch emits no event, and works in the 60 days after a pool's deployment alone: those of
    // all that are configured are over.
    // https://github.com/curvefi/curve-contract/blob/574f44027d089de0eac765f5a74ea5ae96aba968/contracts/pools/3pool/StableSwap3Pool.vy
    paused: false,
    since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
    latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
    updatedBlock,
  };
}
