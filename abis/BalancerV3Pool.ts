import { parseAbi } from "viem";

/**
 * Views of pools and of the StableSurge hook. Weighted pools of the first version have no minimum
 * balances.
 *
 * @see https://unpkg.com/@balancer-labs/v3-interfaces@1.0.0/contracts/pool-weighted/IWeightedPool.sol
 * @see https://unpkg.com/@balancer-labs/v3-interfaces@1.0.0/contracts/pool-stable/IStablePool.sol
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/06742db498/pkg/pool-hooks/contracts/StableSurgeHook.sol
 */
export const BalancerV3Pool = parseAbi([
  "struct AmplificationState { uint64 startValue; uint64 endValue; uint32 startTime; uint32 endTime; }",
  "function getNormalizedWeights() view returns (uint256[])",
  "function getMinTokenBalances() view returns (uint256[])",
  "function getAmplificationState() view returns (AmplificationState amplificationState, uint256 precision)",
  "function getSurgeThresholdPercentage(address pool) view returns (uint256)",
  "function getMaxSurgeFeePercentage(address pool) view returns (uint256)",
]);
