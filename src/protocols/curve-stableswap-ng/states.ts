import { storedStates } from "../states.ts";
import type { CurveNgPool } from "./pool.ts";
import type { CurveNgReading } from "./reading.ts";
import { curveNgPool } from "./schema.ts";
import { A_PRECISION } from "./transitions.ts";

type Row = typeof curveNgPool.$inferSelect;

/** The pools, as they were read after their last change. */
export const states = storedStates({
  table: curveNgPool,
  id: "address",
  state: (row): CurveNgPool | null => (row.isStale ? null : poolState(row)),
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
  row: CurveNgReading &
    Pick<Row, "address" | "slug" | "coins" | "basePool" | "dividesAtOnce" | "updatedBlock"> &
    Pick<Row, "sincePrice" | "sinceTimestamp" | "latestPrice" | "latestTimestamp">,
): CurveNgPool {
  const { address, slug, coins, basePool, dividesAtOnce, updatedBlock } = row;
  const { balances, rates, supply, feeE10, adminFeeE10, offpegE10 } = row;
  const { initialA, futureA, initialATime, futureATime } = row;
  return {
    ...{
      id: address,
      address,
      slug,
      lpToken: address,
      coins,
      basePool,
      dividesAtOnce,
      updatedBlock,
    },
    ...{ balances, rates, supply, feeE10, adminFeeE10, offpegE10 },
    ...{ initialA, futureA, initialATime, futureATime, aPrecision: A_PRECISION },
    ...{ base: null, returnsAmount: true, paused: false },
    since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
    latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
  };
}
