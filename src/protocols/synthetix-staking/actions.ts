import { type AbiFunction, parseAbiItem } from "viem";
import type { Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import { stake, stakingActions, stakingFunctions } from "../staking-actions.ts";
import type { StakingPool } from "./pool.ts";

const GET_REWARD = parseAbiItem("function getReward()");

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [...stakingFunctions, GET_REWARD];

/** `stake`, which credits its caller. */
export function deposit({ address }: StakingPool, _edge: Edge): Operation {
  return stake(address);
}

/** `withdraw` of a stake, and `getReward`. */
export function accountActions(state: StakingPool): readonly AccountAction[] {
  return stakingActions({
    address: state.address,
    staked: state.stakingToken,
    reward: state.rewardsToken,
    claim: {
      function: GET_REWARD,
      args: [],
    },
  });
}
