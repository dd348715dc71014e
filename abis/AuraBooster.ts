import { parseAbi } from "viem";

/**
 * What Aura's Booster on Ethereum has besides what Convex's has: parts of 10,000, by reward pool.
 *
 * @see https://github.com/aurafinance/convex-platform/blob/6c8abb2640/contracts/contracts/Booster.sol
 */
export const AuraBooster = parseAbi([
  "function getRewardMultipliers(address rewardContract) view returns (uint256)",
]);
