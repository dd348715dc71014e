import { parseAbi } from "viem";

/**
 * Views of a factory of Slipstream, of the module that says its fees, and of its pools.
 *
 * @see https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/contracts/core/CLFactory.sol
 * @see https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/contracts/core/fees/DynamicSwapFeeModule.sol
 * @see https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/contracts/core/CLPool.sol
 */
export const SlipstreamViews = parseAbi([
  "function swapFeeModule() view returns (address)",
  "function getSwapFee(address pool) view returns (uint24)",
  "function tickSpacingToFee(int24 tickSpacing) view returns (uint24)",
  "function secondsAgo() view returns (uint32)",
  "function MIN_SECONDS_AGO() view returns (uint32)",
  "function defaultScalingFactor() view returns (uint256)",
  "function defaultFeeCap() view returns (uint256)",
  // Some modules say two words less.
  "function dynamicFeeConfig(address pool) view returns (uint24 baseFee, uint24 feeCap, uint64 scalingFactor, bool initialFeeEnabled, uint24 initialFee)",
  "function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, bool unlocked)",
  "function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[] secondsPerLiquidity)",
]);
