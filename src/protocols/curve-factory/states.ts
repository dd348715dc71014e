import { storedStates } from "../states.ts";
import { type CodeName, isCodeName } from "./codes.ts";
import type { CurveFactoryPool } from "./pool.ts";
import type { CurveFactoryReading } from "./reading.ts";
import { curveFactoryPool } from "./schema.ts";
import { fixedOf } from "./transitions.ts";

type Row = typeof curveFactoryPool.$inferSelect;

/** The pools, as they were read after their last change. */
export const states = storedStates({
  table: curveFactoryPool,
  id: "address",
  state(row): CurveFactoryPool | null {
    const { code, rates, isStale } = row;
    // Rates are 0 where nobody tells them: nothing is traded then.
    if (isStale || rates.includes(0n) || !isCodeName(code)) return null;
    return poolState({ ...row, code });
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

/** The state of a pool with what its row holds. */
export function poolState(
  row: CurveFactoryReading &
    Pick<Row, "address" | "slug" | "lpToken" | "coins" | "updatedBlock"> & {
      readonly code: CodeName;
    } & Pick<Row, "sincePrice" | "sinceTimestamp" | "latestPrice" | "latestTimestamp">,
): CurveFactoryPool {
  const { address, slug, lpToken, coins, updatedBlock } = row;
  const { rates, balances, supply, feeE10, adminFeeE10 } = row;
  const { initialA, futureA, initialATime, futureATime } = row;
  const [shares, adminBalance = 0n, internalEther = 0n, internalShares = 0n] = row.shareBalance;
  const shareBalance = { shares: shares ?? 0n, adminBalance, internalEther, internalShares };
  return {
    ...{ id: address, address, slug, lpToken, coins, rates, updatedBlock },
    ...{ balances, supply, feeE10, adminFeeE10, ...fixedOf(row) },
    ...{ initialA, futureA, initialATime, futureATime, returnsAmount: true, paused: false },
    ...(shares === undefined ? {} : { shareBalance }),
    since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
    latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
  };
}
