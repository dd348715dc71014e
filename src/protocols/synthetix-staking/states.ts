import { storedStates } from "../states.ts";
import type { StakingPool } from "./pool.ts";
import { stakingRewards } from "./schema.ts";

/** The staking contracts. */
export const states = storedStates({
  table: stakingRewards,
  id: "address",
  state: ({ chainId: _chainId, ...row }): StakingPool => ({ id: row.address, ...row }),
  view: {
    kind: "stakes",
    stakedToken: "staking_token",
    staked: "total_supply",
    rewardTokens: "array[rewards_token]",
  },
});
