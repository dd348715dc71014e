import { parseAbi } from "viem";

/**
 * Convex's BaseRewardPool, in which deposit tokens are staked.
 *
 * @see https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/BaseRewardPool.sol
 */
export const ConvexRewardPool = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function rewardRate() view returns (uint256)",
  "function periodFinish() view returns (uint256)",
  "function extraRewards(uint256 index) view returns (address)",
  "function stakeFor(address account, uint256 amount) returns (bool)",
  "function withdrawAndUnwrap(uint256 amount, bool claim) returns (bool)",
  "function getReward(address account, bool claimExtras) returns (bool)",
]);
