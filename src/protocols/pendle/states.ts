import { lower } from "../../lib/address.ts";
import { storedStates } from "../states.ts";
import { pendleOn } from "./contracts.ts";
import { pendlePool } from "./schema.ts";
import type { PendlePool } from "./state.ts";

type Row = typeof pendlePool.$inferSelect;

/** Markets and SYs, as they were read. */
export const states = storedStates({
  table: pendlePool,
  id: "address",
  state: (row): PendlePool | null => (row.isRead ? poolState(row) : null),
  view: {
    kind: "balances",
    // An SY has no curve.
    held: `
      select ordinality - 1, amount
      from unnest(case when state.scalar_root > 0
        then array[state.total_sy, state.total_pt] else array[state.held] end)
        with ordinality as each (amount, ordinality)`,
    by: "place",
    isVirtual: false,
  },
});

/** The state of a market or SY with what its row holds; null of a chain without a router. */
export function poolState(row: Row): PendlePool | null {
  const { chainId, address, slug, tokens, yieldContract, updatedBlock } = row;
  const common = { id: address, address, slug, updatedBlock };
  const [first, second] = tokens;
  if (first === undefined) return null;
  if (row.kind === "wrapper") {
    const { supply, held, isPaused } = row;
    return { kind: "wrapper", ...common, yieldToken: first, supply, held, isPaused };
  }
  const router = pendleOn(chainId)?.router;
  if (second === undefined || router === undefined) return null;
  const { expiry, scalarRoot, lnFeeRoot, routerLnFeeRoot, reserveFeePercent, isPaused } = row;
  const { totalPt, totalSy, supply, ptSupply, lnImpliedRate, rate, keptRate, isExpired } = row;
  const { rewardTokens } = row;
  return {
    ...{ kind: "market", ...common, router: lower(router), sy: first, pt: second },
    ...{ yt: yieldContract, expiry, scalarRoot, lnFeeRoot, routerLnFeeRoot, reserveFeePercent },
    ...{ totalPt, totalSy, supply, ptSupply, lnImpliedRate, rate, keptRate, isPaused, isExpired },
    rewardTokens,
  };
}
