/**
 * Predeploy of OP stack chains that knows what a transaction's data costs on L1.
 *
 * @see https://github.com/ethereum-optimism/optimism/blob/54d02df555/packages/contracts-bedrock/src/L2/GasPriceOracle.sol
 */
export const gasPriceOracleAbi = [
  {
    type: "function",
    name: "getL1Fee",
    inputs: [{ name: "data", type: "bytes" }],
    outputs: [{ name: "", type: "uint256" }],
    stateMutability: "view",
  },
] as const;
