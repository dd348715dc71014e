import { parseAbi } from "viem";

/**
 * What Aura's BaseRewardPool4626 has besides what Convex's BaseRewardPool has.
 *
 * @see https://github.com/aurafinance/convex-platform/blob/6c8abb2640/contracts/contracts/BaseRewardPool4626.sol
 */
export const AuraRewardPool = parseAbi([
  "function deposit(uint256 assets, address receiver) returns (uint256 shares)",
]);
