import { ne } from "drizzle-orm";
import { storedStates } from "../states.ts";
import { rowState } from "./row-state.ts";
import { balancerV3Pool } from "./schema.ts";

/** The pools that hold something, as they were read last. */
export const states = storedStates({
  table: balancerV3Pool,
  id: "address",
  where: ne(balancerV3Pool.totalSupply, 0n),
  state: rowState,
  swapFeePercent: "swap_fee_wad / 1e16",
  view: {
    kind: "balances",
    held: "select * from unnest(state.tokens, state.balances)",
    by: "token",
    isVirtual: false,
    where: "state.total_supply > 0",
  },
});
