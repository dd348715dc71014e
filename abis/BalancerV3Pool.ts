import { parseAbi } from "viem";

/**
 * Views of pools and of the StableSurge hook. Weighted pools of the first version have no minimum
 * balances.
 *
 * @see https://unpkg.com/@balancer-labs/v3-interfaces@1.0.0/contracts/pool-weighted/IWeightedPool.sol
 * @see https://unpkg.com/@balancer-labs/v3-interfaces@1.0.0/contracts/pool-stable/IStablePool.sol
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/0828963ba/pkg/interfaces/contracts/pool-gyro/IGyroECLPPool.sol
 * @see https://github.com/balancer/balancer-v3-monorepo/blob/06742db498/pkg/pool-hooks/contracts/StableSurgeHook.sol
 */
export const BalancerV3Pool = parseAbi([
  "struct AmplificationState { uint64 startValue; uint64 endValue; uint32 startTime; uint32 endTime; }",
  "struct EclpParams { int256 alpha; int256 beta; int256 c; int256 s; int256 lambda; }",
  "struct Vector2 { int256 x; int256 y; }",
  "struct DerivedEclpParams { Vector2 tauAlpha; Vector2 tauBeta; int256 u; int256 v; int256 w; int256 z; int256 dSq; }",
  "function getECLPParams() view returns (EclpParams params, DerivedEclpParams d)",
  "function getNormalizedWeights() view returns (uint256[])",
  "function getMinTokenBalances() view returns (uint256[])",
  "function getAmplificationState() view returns (AmplificationState amplificationState, uint256 precision)",
  "function getSurgeThresholdPercentage(address pool) view returns (uint256)",
  "function getMaxSurgeFeePercentage(address pool) view returns (uint256)",
]);
