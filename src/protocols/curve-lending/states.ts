import { storedStates } from "../states.ts";
import type { CurveLendingPool } from "./pool.ts";
import { curveLendingPool } from "./schema.ts";

/** The pools, as they were read last. */
export const states = storedStates({
  table: curveLendingPool,
  id: "address",
  state(row): CurveLendingPool | null {
    const { chainId: _chainId, isStale, ...own } = row;
    if (isStale) return null;
    const { sincePrice, sinceTimestamp, latestPrice, latestTimestamp, ...numbers } = own;
    return {
      ...{ id: row.address, ...numbers },
      since: { price: sincePrice, timestamp: sinceTimestamp },
      latest: { price: latestPrice, timestamp: latestTimestamp },
    };
  },
  swapFeePercent: "fee_e_10 / 1e8",
  view: {
    kind: "balances",
    // As of each reserve's last update.
    held: `
      select ordinality - 1, greatest(div(scaled * index_ray, 10::numeric ^ 27) - admin, 0)
      from unnest(state.scaled_balances, state.indices_ray, state.admin_balances)
        with ordinality as each (scaled, index_ray, admin, ordinality)`,
    by: "place",
    isVirtual: false,
  },
});
