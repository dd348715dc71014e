import { parseAbi } from "viem";

/**
 * What liquidity bootstrapping pools have besides what weighted pools do.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/75a8641c8/pkg/pool-weighted/contracts/smart/LiquidityBootstrappingPool.sol
 */
export const BalancerV2BootstrappingPool = parseAbi([
  "event GradualWeightUpdateScheduled(uint256 startTime, uint256 endTime, uint256[] startWeights, uint256[] endWeights)",
  "event SwapEnabledSet(bool swapEnabled)",
  "function getGradualWeightUpdateParams() view returns (uint256 startTime, uint256 endTime, uint256[] endWeights)",
  "function getSwapEnabled() view returns (bool)",
  "function getLastInvariant() view returns (uint256)",
  "function getOwner() view returns (address)",
  "function setSwapEnabled(bool swapEnabled)",
  "function updateWeightsGradually(uint256 startTime, uint256 endTime, uint256[] endWeights)",
]);
