import { storedStates } from "../states.ts";
import { isOlder } from "./older-code.ts";
import type { CurveCryptoPool } from "./pool.ts";
import { curveCryptoPool } from "./schema.ts";

type Row = typeof curveCryptoPool.$inferSelect;

/** The pools of known code, as they were read after their last change. */
export const states = storedStates({
  table: curveCryptoPool,
  id: "address",
  state: (row): CurveCryptoPool | null =>
    row.isStale || row.code === "other" ? null : poolState(row),
  // Of a balanced pool.
  swapFeePercent: "mid_fee_e_10 / 1e8",
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
export function poolState(row: Omit<Row, "chainId" | "isStale" | "readBlock">): CurveCryptoPool {
  const { address, slug, lpToken, generation, threshold, moves } = row;
  const { coins, precisions, updatedBlock } = row;
  const { balances, supply, d, virtualPrice, profit, claimedProfit } = row;
  const { priceScales, priceAverages, lastPrices, averagesTime, averagingSeconds } = row;
  const { allowedProfit, adjustmentStep, midFeeE10, outFeeE10, feeGamma } = row;
  const { initialAnn, initialGamma, futureAnn, futureGamma, initialTime, futureTime } = row;
  return {
    ...{ id: address, address, slug, lpToken, coins, precisions, updatedBlock },
    ...{ claims: row.code === "claiming", balances, supply, d, virtualPrice },
    ...{ profit, claimedProfit, allowedProfit, adjustmentStep, midFeeE10, outFeeE10, feeGamma },
    ...{ priceScales, priceAverages, lastPrices, averagesTime, averagingSeconds },
    ...{ initialAnn, initialGamma, futureAnn, futureGamma, initialTime, futureTime },
    older: isOlder(generation) ? { code: generation, threshold, moves, isSpent: false } : null,
    since: { price: row.sincePrice, timestamp: row.sinceTimestamp },
    latest: { price: row.latestPrice, timestamp: row.latestTimestamp },
  };
}
