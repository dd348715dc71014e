import { parseAbi } from "viem";

/**
 * What versions of the contract have in common, and the events that only some have.
 *
 * @see https://github.com/Synthetixio/synthetix/blob/1609d15670/contracts/StakingRewards.sol
 */
export const StakingRewards = parseAbi([
  "event RewardAdded(uint256 reward)",
  "event Staked(address indexed user, uint256 amount)",
  "event Withdrawn(address indexed user, uint256 amount)",
  "event RewardsDurationUpdated(uint256 newDuration)",
  "event PauseChanged(bool isPaused)",
  "function stakingToken() view returns (address)",
  "function rewardsToken() view returns (address)",
  "function rewardsDuration() view returns (uint256)",
  "function rewardRate() view returns (uint256)",
  "function periodFinish() view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function paused() view returns (bool)",
]);
