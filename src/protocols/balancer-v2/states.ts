import { and, eq, isNotNull } from "drizzle-orm";
import { storedStates } from "../states.ts";
import { rowState } from "./row-state.ts";
import { balancerV2Pool } from "./schema.ts";

/** The pools; no weighted one with rate providers, none of an unknown factory. */
export const states = storedStates({
  table: balancerV2Pool,
  id: "poolId",
  where: and(isNotNull(balancerV2Pool.kind), eq(balancerV2Pool.hasRates, false)),
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
