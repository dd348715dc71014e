import { parseAbi } from "viem";

/**
 * What weighted and stable pools have in common, and views and events that some of them have.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-utils/contracts/BasePool.sol
 */
export const BalancerV2Pool = parseAbi([
  "event SwapFeePercentageChanged(uint256 swapFeePercentage)",
  "event ProtocolFeePercentageCacheUpdated(bytes32 feeCache)",
  "event PausedStateChanged(bool paused)",
  "event RecoveryModeStateChanged(bool enabled)",
  "event AmpUpdateStarted(uint256 startValue, uint256 endValue, uint256 startTime, uint256 endTime)",
  "event AmpUpdateStopped(uint256 currentValue)",
  "event TokenRateCacheUpdated(uint256 indexed tokenIndex, uint256 rate)",
  "event TokenRateProviderSet(uint256 indexed tokenIndex, address indexed provider, uint256 cacheDuration)",
  "event PriceRateCacheUpdated(address indexed token, uint256 rate)",
  "event PriceRateProviderSet(address indexed token, address indexed provider, uint256 cacheDuration)",
  "function getPoolId() view returns (bytes32)",
  "function getNormalizedWeights() view returns (uint256[])",
  "function getRateProviders() view returns (address[])",
  "function getTokenRateCache(address token) view returns (uint256 rate, uint256 oldRate, uint256 duration, uint256 expires)",
  "function getPriceRateCache(address token) view returns (uint256 rate, uint256 duration, uint256 expires)",
  "function isTokenExemptFromYieldProtocolFee(address token) view returns (bool)",
  "function isExemptFromYieldProtocolFee() view returns (bool)",
  "function getScalingFactors() view returns (uint256[])",
  "function getSwapFeePercentage() view returns (uint256)",
  "function getProtocolFeePercentageCache(uint256 feeType) view returns (uint256)",
  "function getAmplificationParameter() view returns (uint256 value, bool isUpdating, uint256 precision)",
  "function getLastPostJoinExitInvariant() view returns (uint256)",
  "function getATHRateProduct() view returns (uint256)",
  "function getLastJoinExitData() view returns (uint256 lastJoinExitAmplification, uint256 lastPostJoinExitInvariant)",
  "function getPausedState() view returns (bool paused, uint256 pauseWindowEndTime, uint256 bufferPeriodEndTime)",
  "function inRecoveryMode() view returns (bool)",
  "function totalSupply() view returns (uint256)",
]);

/** How weighted and composable stable pools up to version 3 announce a part of fees. */
export const BalancerV2TypedFees = parseAbi([
  "event ProtocolFeePercentageCacheUpdated(uint256 indexed feeType, uint256 protocolFeePercentage)",
]);

/** Mints and burns of a pool's share are transfers from and to the zero address. */
export const BalancerV2Share = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]);

/** What a token's rate provider has. */
export const BalancerV2RateProvider = parseAbi(["function getRate() view returns (uint256)"]);
