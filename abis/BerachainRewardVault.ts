import { parseAbi } from "viem";

/** @see https://github.com/berachain/contracts/blob/8d7a834ad1/src/pol/interfaces/IRewardVaultFactory.sol */
export const BerachainRewardVaultFactory = parseAbi([
  "event VaultCreated(address indexed stakingToken, address indexed vault)",
]);

/** @see https://github.com/berachain/contracts/blob/8d7a834ad1/src/pol/interfaces/IRewardVault.sol */
export const BerachainRewardVault = parseAbi([
  "event Staked(address indexed account, uint256 amount)",
  "event Withdrawn(address indexed account, uint256 amount)",
  "event RewardAdded(uint256 reward)",
  "event RewardsDurationUpdated(uint256 newDuration)",
  "event Paused(address account)",
  "event Unpaused(address account)",
  "function stakeToken() view returns (address)",
  "function totalSupply() view returns (uint256)",
  "function rewardRate() view returns (uint256)",
  "function undistributedRewards() view returns (uint256)",
  "function rewardsDuration() view returns (uint256)",
  "function periodFinish() view returns (uint256)",
  "function paused() view returns (bool)",
]);
