import { parseAbi } from "viem";

/**
 * Views of pools of Algebra, of V1's operators, and of Integral's plugins.
 *
 * @see https://github.com/cryptoalgebra/AlgebraV1/blob/789384bc5084dd694f3d1e189250491086e44653/src/core/contracts/interfaces/IDataStorageOperator.sol
 * @see https://github.com/cryptoalgebra/Algebra/blob/357ae6bc435530938764fa62222d8996303e2171/src/plugin/contracts/interfaces/plugins/IVolatilityOracle.sol
 * @see https://github.com/cryptoalgebra/Algebra/blob/357ae6bc435530938764fa62222d8996303e2171/src/plugin/contracts/interfaces/plugins/ISlidingFeePlugin.sol
 */
export const AlgebraViews = parseAbi([
  "function globalState() view returns (uint160 price, int24 tick)",
  "function dataStorageOperator() view returns (address)",
  "function plugin() view returns (address)",
  "function feeConfig() view returns (uint16 alpha1, uint16 alpha2, uint32 beta1, uint32 beta2, uint16 gamma1, uint16 gamma2)",
  "function feeConfigZto() view returns (uint16 alpha1)",
  "function feeConfigOtz() view returns (uint16 alpha1)",
  "function timepointIndex() view returns (uint16)",
  "function timepoints(uint256 index) view returns (bool initialized, uint32 blockTimestamp, int56 tickCumulative)",
  "function getCurrentFee() view returns (uint16 fee)",
  "function s_feeFactors() view returns (uint128 zeroToOneFeeFactor, uint128 oneToZeroFeeFactor)",
  "function s_priceChangeFactor() view returns (uint16)",
  "function s_baseFee() view returns (uint16)",
  // Of THENA's plugins, which have both kinds of fees: whether it slides.
  "function feeType() view returns (bool)",
]);
