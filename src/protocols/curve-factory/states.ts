import { storedStates } from "../states.ts";
import type { CurveFactoryPool } from "./pool.ts";
import type { CurveFactoryReading } from "./reading.ts";
import { curveFactoryPool } from "./schema.ts";
import { fixedOf } from "./transitions.ts";

type Row = typeof curveFactoryPool.$inferSelect;

/** The pools, as they were read after their last change. */
export const states = storedStates({
  table: curveFactoryPool,
  id: "address",
  state: (row): CurveFactoryPool | null => (row.isStale ? null : poolState(row)),
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

/** The state of a pool with what its row holds. */
export function poolState(
  row: CurveFactoryReading &
    Pick<Row, "address" | "slug" | "coins" | "rates" | "hasAverage" | "updatedBlock"> &
    Pick<Row, "sincePrice" | "sinceTimestamp" | "latestPrice" | "latestTimestamp">,
): CurveFactoryPool {
  const { address, slug, coins, rates, updatedBlock } = row;
  const { balances, supply, feeE10, adminFeeE10 } = row;
  const { initialA, futureA, initialATime, futureATime } = row;
  return {
    ...{ id: address, address, slug, lpToken: address, coins, rates, updatedBlock },
    ...{ balances, supply, feeE10, adminFeeE10, ...fixedOf(row) },
    ...{ initialA, futureA, initialATime, futureATime, returnsAmount: true, paused: false },
    since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
    latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
  };
}
