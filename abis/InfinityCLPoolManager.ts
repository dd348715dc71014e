/**
 * Without `Donate`, which changes neither price nor liquidity.
 *
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-cl/interfaces/ICLPoolManager.sol
 */
export const InfinityCLPoolManager = [
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
      { name: "sqrtPriceX96", type: "uint160", indexed: false },
      { name: "tick", type: "int24", indexed: false },
    ],
  },
  {
    type: "event",
    name: "ModifyLiquidity",
    inputs: [
      { name: "id", type: "bytes32", indexed: true },
      { name: "sender", type: "address", indexed: true },
      { name: "tickLower", type: "int24", indexed: false },
      { name: "tickUpper", type: "int24", indexed: false },
      { name: "liquidityDelta", type: "int256", indexed: false },
      { name: "salt", type: "bytes32", indexed: false },
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
      { name: "sqrtPriceX96", type: "uint160", indexed: false },
      { name: "liquidity", type: "uint128", indexed: false },
      { name: "tick", type: "int24", indexed: false },
      { name: "fee", type: "uint24", indexed: false },
      { name: "protocolFee", type: "uint16", indexed: false },
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
      { name: "sqrtPriceX96", type: "uint160" },
      { name: "tick", type: "int24" },
      { name: "protocolFee", type: "uint24" },
      { name: "lpFee", type: "uint24" },
    ],
  },
] as const;
