/**
 * What is used of a pair. Amounts of both tokens are packed: Y above 128 bits of X.
 *
 * @see https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/interfaces/ILBPair.sol
 */
export const LBPair = [
  {
    type: "event",
    name: "DepositedToBins",
    inputs: [
      { name: "sender", type: "address", indexed: true },
      { name: "to", type: "address", indexed: true },
      { name: "ids", type: "uint256[]", indexed: false },
      { name: "amounts", type: "bytes32[]", indexed: false },
    ],
  },
  {
    type: "event",
    name: "WithdrawnFromBins",
    inputs: [
      { name: "sender", type: "address", indexed: true },
      { name: "to", type: "address", indexed: true },
      { name: "ids", type: "uint256[]", indexed: false },
      { name: "amounts", type: "bytes32[]", indexed: false },
    ],
  },
  {
    type: "event",
    name: "CompositionFees",
    inputs: [
      { name: "sender", type: "address", indexed: true },
      { name: "id", type: "uint24", indexed: false },
      { name: "totalFees", type: "bytes32", indexed: false },
      { name: "protocolFees", type: "bytes32", indexed: false },
    ],
  },
  {
    type: "event",
    name: "Swap",
    inputs: [
      { name: "sender", type: "address", indexed: true },
      { name: "to", type: "address", indexed: true },
      { name: "id", type: "uint24", indexed: false },
      { name: "amountsIn", type: "bytes32", indexed: false },
      { name: "amountsOut", type: "bytes32", indexed: false },
      { name: "volatilityAccumulator", type: "uint24", indexed: false },
      { name: "totalFees", type: "bytes32", indexed: false },
      { name: "protocolFees", type: "bytes32", indexed: false },
    ],
  },
  {
    type: "event",
    name: "StaticFeeParametersSet",
    inputs: [
      { name: "sender", type: "address", indexed: true },
      { name: "baseFactor", type: "uint16", indexed: false },
      { name: "filterPeriod", type: "uint16", indexed: false },
      { name: "decayPeriod", type: "uint16", indexed: false },
      { name: "reductionFactor", type: "uint16", indexed: false },
      { name: "variableFeeControl", type: "uint24", indexed: false },
      { name: "protocolShare", type: "uint16", indexed: false },
      { name: "maxVolatilityAccumulator", type: "uint24", indexed: false },
    ],
  },
  {
    type: "event",
    name: "FlashLoan",
    inputs: [
      { name: "sender", type: "address", indexed: true },
      { name: "receiver", type: "address", indexed: true },
      { name: "activeId", type: "uint24", indexed: false },
      { name: "amounts", type: "bytes32", indexed: false },
      { name: "totalFees", type: "bytes32", indexed: false },
      { name: "protocolFees", type: "bytes32", indexed: false },
    ],
  },
  {
    type: "event",
    name: "ForcedDecay",
    inputs: [
      { name: "sender", type: "address", indexed: true },
      { name: "idReference", type: "uint24", indexed: false },
      { name: "volatilityReference", type: "uint24", indexed: false },
    ],
  },
  {
    type: "function",
    name: "getActiveId",
    stateMutability: "view",
    inputs: [],
    outputs: [{ name: "activeId", type: "uint24" }],
  },
  {
    type: "function",
    name: "getStaticFeeParameters",
    stateMutability: "view",
    inputs: [],
    outputs: [
      { name: "baseFactor", type: "uint16" },
      { name: "filterPeriod", type: "uint16" },
      { name: "decayPeriod", type: "uint16" },
      { name: "reductionFactor", type: "uint16" },
      { name: "variableFeeControl", type: "uint24" },
      { name: "protocolShare", type: "uint16" },
      { name: "maxVolatilityAccumulator", type: "uint24" },
    ],
  },
  {
    type: "function",
    name: "getVariableFeeParameters",
    stateMutability: "view",
    inputs: [],
    outputs: [
      { name: "volatilityAccumulator", type: "uint24" },
      { name: "volatilityReference", type: "uint24" },
      { name: "idReference", type: "uint24" },
      { name: "timeOfLastUpdate", type: "uint40" },
    ],
  },
] as const;
