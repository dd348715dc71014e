import { storedStates } from "../states.ts";
import type { MorphoMarket } from "./pool.ts";
import { morphoBlueMarket } from "./schema.ts";

/** The markets. */
export const states = storedStates({
  table: morphoBlueMarket,
  id: "id",
  state: ({ chainId: _chainId, ...row }): MorphoMarket => row,
  view: {
    kind: "lending-market",
    loanToken: "loan_token",
    collateralToken: "collateral_token",
    supplied: "total_supply_assets",
    borrowed: "total_borrow_assets",
  },
});
