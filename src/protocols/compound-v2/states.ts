import { storedStates } from "../states.ts";
import { forkOf } from "./contracts.ts";
import { FORKS } from "./forks.ts";
import type { CompoundV2Market } from "./pool.ts";
import { compoundV2Market } from "./schema.ts";

/** The markets. */
export const states = storedStates({
  table: compoundV2Market,
  id: "cToken",
  state: ({ chainId: _chainId, ...row }): CompoundV2Market => ({
    id: row.cToken,
    clock: FORKS[forkOf(row.slug)].clock,
    ...row,
  }),
  view: {
    kind: "lending-market",
    loanToken: "asset",
    collateralToken: "null",
    supplied: "greatest(cash + total_borrows - total_reserves, 0)",
    borrowed: "total_borrows",
  },
});
