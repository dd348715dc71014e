import { storedStates } from "../states.ts";
import type { SkyPsm } from "./pool.ts";
import { skyPsm } from "./schema.ts";

/** The modules. */
export const states = storedStates({
  table: skyPsm,
  id: "psm",
  state: ({ chainId: _chainId, ...row }): SkyPsm => ({ id: row.psm, ...row }),
  view: {
    kind: "balances",
    held: "values (state.gem, state.gem_balance), (state.dai, state.dai_balance)",
    by: "token",
    isVirtual: false,
  },
});
