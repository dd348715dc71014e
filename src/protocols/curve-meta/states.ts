import { storedStates } from "../states.ts";
import type { CurveMetaPool } from "./pool.ts";
import type { CurveMetaReading } from "./reading.ts";
import { curveMetaPool } from "./schema.ts";
import { FIXED } from "./transitions.ts";

type Row = typeof curveMetaPool.$inferSelect;

/** The metapools, as they were read after their last change. */
export const states = storedStates({
  table: curveMetaPool,
  id: "address",
  state: (row): CurveMetaPool | null => (row.isStale ? null : poolState(row)),
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

/** The state of a metapool with what its row holds. */
export function poolState(
  row: CurveMetaReading &
    Pick<Row, "address" | "slug" | "coins" | "basePool" | "updatedBlock"> &
    Pick<Row, "sincePrice" | "sinceTimestamp" | "latestPrice" | "latestTimestamp">,
): CurveMetaPool {
  const { address, slug, coins, basePool, updatedBlock } = row;
  const { balances, rates, supply, feeE10, adminFeeE10 } = row;
  const { initialA, futureA, initialATime, futureATime } = row;
  return {
    ...{ id: address, address, slug, lpToken: address, coins, basePool, base: null, updatedBlock },
    ...{ balances, rates, supply, feeE10, adminFeeE10, ...FIXED },
    ...{ initialA, futureA, initialATime, futureATime, returnsAmount: true, paused: false },
    since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
    latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
  };
}
