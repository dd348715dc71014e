import { storedStates } from "../states.ts";
import type { SkyPsm3 } from "./pool.ts";
import { skyPsm3 } from "./schema.ts";

/** The modules. */
export const states = storedStates({
  table: skyPsm3,
  id: "psm",
  state: ({ chainId: _chainId, ...row }): SkyPsm3 => ({ id: row.psm, ...row }),
  view: {
    kind: "balances",
    held: "values (state.usdc, state.usdc_balance), (state.usds, state.usds_balance), (state.susds, state.susds_balance)",
    by: "token",
    isVirtual: false,
  },
});
