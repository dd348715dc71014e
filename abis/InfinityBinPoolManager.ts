/** @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-bin/interfaces/IBinPoolManager.sol */
export const InfinityBinPoolManager = [
  {
    type: "event",
    name: "Initialize",
    inputs: [
      { name: "id", type: "bytes32", indexed: true },
      { name: "currency0", type: "address", indexed: true },
      { name: "currency1", type: "address", indexed: true },
      { name: "hooks", type: "address", indexed: false },
      { name: "fee", type: "uint24", indexed: false },
      { name: "parameters", type: "bytes32", indexed: false },
      { name: "activeId", type: "uint24", indexed: false },
    ],
  },
  {
    type: "event",
    name: "Swap",
    inputs: [
      { name: "id", type: "bytes32", indexed: true },
      { name: "sender", type: "address", indexed: true },
      { name: "amount0", type: "int128", indexed: false },
      { name: "amount1", type: "int128", indexed: false },
      { name: "activeId", type: "uint24", indexed: false },
      { name: "fee", type: "uint24", indexed: false },
      { name: "protocolFee", type: "uint16", indexed: false },
    ],
  },
  {
    type: "event",
    name: "Mint",
    inputs: [
      { name: "id", type: "bytes32", indexed: true },
      { name: "sender", type: "address", indexed: true },
      { name: "ids", type: "uint256[]", indexed: false },
      { name: "salt", type: "bytes32", indexed: false },
      { name: "amounts", type: "bytes32[]", indexed: false },
      { name: "compositionFeeAmount", type: "bytes32", indexed: false },
      { name: "feeAmountToProtocol", type: "bytes32", indexed: false },
    ],
  },
  {
    type: "event",
    name: "Burn",
    inputs: [
      { name: "id", type: "bytes32", indexed: true },
      { name: "sender", type: "address", indexed: true },
      { name: "ids", type: "uint256[]", indexed: false },
      { name: "salt", type: "bytes32", indexed: false },
      { name: "amounts", type: "bytes32[]", indexed: false },
    ],
  },
  {
    type: "event",
    name: "Donate",
    inputs: [
      { name: "id", type: "bytes32", indexed: true },
      { name: "sender", type: "address", indexed: true },
      { name: "amount0", type: "int128", indexed: false },
      { name: "amount1", type: "int128", indexed: false },
      { name: "binId", type: "uint24", indexed: false },
    ],
  },
  {
    type: "event",
    name: "ProtocolFeeUpdated",
    inputs: [
      { name: "id", type: "bytes32", indexed: true },
      { name: "protocolFee", type: "uint24", indexed: false },
    ],
  },
  {
    type: "event",
    name: "DynamicLPFeeUpdated",
    inputs: [
      { name: "id", type: "bytes32", indexed: true },
      { name: "dynamicLPFee", type: "uint24", indexed: false },
    ],
  },
  {
    type: "function",
    name: "getSlot0",
    stateMutability: "view",
    inputs: [{ name: "id", type: "bytes32" }],
    outputs: [
      { name: "activeId", type: "uint24" },
      { name: "protocolFee", type: "uint24" },
      { name: "lpFee", type: "uint24" },
    ],
  },
  {
    type: "function",
    name: "getBin",
    stateMutability: "view",
    inputs: [
      { name: "id", type: "bytes32" },
      { name: "binId", type: "uint24" },
    ],
    outputs: [
      { name: "binReserveX", type: "uint128" },
      { name: "binReserveY", type: "uint128" },
      { name: "binLiquidity", type: "uint256" },
      { name: "totalShares", type: "uint256" },
    ],
  },
] as const;
