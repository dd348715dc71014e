import { storedStates } from "../states.ts";
import type { ChefPool } from "./pool.ts";
import { chefPool } from "./schema.ts";

/** The pools that someone has staked in. */
export const states = storedStates({
  table: chefPool,
  id: "id",
  state: ({ chainId: _chainId, ...row }): ChefPool => row,
  view: {
    kind: "stakes",
    stakedToken: "lp_token",
    staked: "staked",
    rewardTokens: "array_remove(array[reward_token], null)",
  },
});
