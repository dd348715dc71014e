import { parseAbi } from "viem";

/**
 * What is used of Arbitrum's precompile that says what gas and data cost.
 *
 * @see https://github.com/OffchainLabs/nitro-contracts/blob/v3.2.0/src/precompiles/ArbGasInfo.sol
 */
export const ArbGasInfo = parseAbi(["function getL1BaseFeeEstimate() view returns (uint256)"]);
