import { parseAbiItem } from "viem";
import type { Operation } from "../operation.ts";
import type { AccountAction } from "../position.ts";
import type { Edge } from "../protocol.ts";
import { stake, stakingActions } from "../staking-actions.ts";
import type { RewardVault } from "./pool.ts";

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
      function: parseAbiItem("function getReward(address account, address recipient)"),
      args: [{ kind: "caller" }, { kind: "caller" }],
    },
  });
}
