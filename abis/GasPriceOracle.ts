import { parseAbi } from "viem";

/**
 * Predeploy of OP stack chains that knows what a transaction's data costs on L1.
 *
 * @see https://github.com/ethereum-optimism/optimism/blob/773798a676/packages/contracts-bedrock/src/L2/GasPriceOracle.sol
 */
export const gasPriceOracleAbi = parseAbi([
  "function isEcotone() view returns (bool)",
  "function isFjord() view returns (bool)",
  "function baseFeeScalar() view returns (uint32)",
  "function l1BaseFee() view returns (uint256)",
  "function blobBaseFeeScalar() view returns (uint32)",
  "function blobBaseFee() view returns (uint256)",
  "function getL1Fee(bytes data) view returns (uint256)",
  "function getOperatorFee(uint256 gasUsed) view returns (uint256)",
]);
