import { isNotNull } from "drizzle-orm";
import { storedStates } from "../states.ts";
import { rowState } from "./row-state.ts";
import { balancerV2Pool } from "./schema.ts";

/** The pools; none of an unknown factory. */
export const states = storedStates({
  table: balancerV2Pool,
  id: "poolId",
  where: isNotNull(balancerV2Pool.kind),
  state: rowState,
  swapFeePercent: "swap_fee_wad / 1e16",
  view: {
    kind: "balances",
    held: "select * from unnest(state.tokens, state.balances)",
    by: "token",
    isVirtual: false,
    where: "state.kind is not null and held.token <> state.address",
  },
});
