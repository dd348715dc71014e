import { storedStates } from "../states.ts";
import type { CompoundV3Market } from "./pool.ts";
import { compoundV3Market } from "./schema.ts";

const INDEX_SCALE = "1e15::numeric";

/** The markets. */
export const states = storedStates({
  table: compoundV3Market,
  id: "comet",
  state: ({ chainId: _chainId, ...row }): CompoundV3Market => ({ id: row.comet, ...row }),
  view: {
    kind: "lending-market",
    loanToken: "base",
    collateralToken: "null",
    supplied: `div(total_supply * supply_index, ${INDEX_SCALE})`,
    borrowed: `div(total_borrow * borrow_index, ${INDEX_SCALE})`,
  },
});
