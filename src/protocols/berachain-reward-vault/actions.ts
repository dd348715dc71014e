import { type AbiFunction, parseAbiItem } from "viem";
import type { Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import { stake, stakingActions, stakingFunctions } from "../staking-actions.ts";
import type { RewardVault } from "./pool.ts";

const GET_REWARD = parseAbiItem("function getReward(address account, address recipient)");

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [...stakingFunctions, GET_REWARD];

/** `stake`, which credits its caller. */
export function deposit({ address }: RewardVault, _edge: Edge): Operation {
  return stake(address);
}

/** `withdraw` of a stake, and `getReward` for the account to itself. */
export function accountActions(state: RewardVault): readonly AccountAction[] {
  return stakingActions({
    address: state.address,
    staked: state.stakeToken,
    reward: state.rewardToken,
    claim: {
      function: GET_REWARD,
      args: [{ kind: "caller" }, { kind: "caller" }],
    },
  });
}
