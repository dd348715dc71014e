import { parseAbi } from "viem";

/**
 * What Gyroscope's pools have besides: the numbers of an E-CLP or a 2-CLP, and rate providers,
 * which the first do not have.
 *
 * @see https://github.com/gyrostable/concentrated-lps/blob/7e9bd3b20d/contracts/eclp/GyroECLPPool.sol
 */
export const BalancerV2GyroPool = parseAbi([
  "struct Vector { int256 x; int256 y; }",
  "struct EclpParams { int256 alpha; int256 beta; int256 c; int256 s; int256 lambda; }",
  "struct DerivedEclpParams { Vector tauAlpha; Vector tauBeta; int256 u; int256 v; int256 w; int256 z; int256 dSq; }",
  "function getECLPParams() view returns (EclpParams params, DerivedEclpParams d)",
  "function getSqrtParameters() view returns (uint256[2])",
  "function rateProvider0() view returns (address)",
  "function rateProvider1() view returns (address)",
]);
