/**
 * What is used of Fluid's factory of pools.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/factory/main.sol
 */
export const FluidDexFactory = [
  {
    type: "event",
    name: "LogDexDeployed",
    inputs: [
      { name: "dex", type: "address", indexed: true },
      { name: "dexId", type: "uint256", indexed: true },
    ],
  },
] as const;

const IMPLEMENTATIONS = [
  { name: "shift", type: "address" },
  { name: "admin", type: "address" },
  { name: "colOperations", type: "address" },
  { name: "debtOperations", type: "address" },
  { name: "perfectOperationsAndSwapOut", type: "address" },
] as const;

/**
 * What is used of a pool.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/interfaces/iDexT1.sol
 */
export const FluidDex = [
  {
    type: "event",
    name: "Swap",
    inputs: [
      { name: "swap0to1", type: "bool", indexed: false },
      { name: "amountIn", type: "uint256", indexed: false },
      { name: "amountOut", type: "uint256", indexed: false },
      { name: "to", type: "address", indexed: false },
    ],
  },
  {
    type: "function",
    name: "constantsView",
    stateMutability: "view",
    inputs: [],
    outputs: [
      {
        name: "constants",
        type: "tuple",
        components: [
          { name: "dexId", type: "uint256" },
          { name: "liquidity", type: "address" },
          { name: "factory", type: "address" },
          { name: "implementations", type: "tuple", components: IMPLEMENTATIONS },
          { name: "deployerContract", type: "address" },
          { name: "token0", type: "address" },
          { name: "token1", type: "address" },
          { name: "supplyToken0Slot", type: "bytes32" },
          { name: "borrowToken0Slot", type: "bytes32" },
          { name: "supplyToken1Slot", type: "bytes32" },
          { name: "borrowToken1Slot", type: "bytes32" },
          { name: "exchangePriceToken0Slot", type: "bytes32" },
          { name: "exchangePriceToken1Slot", type: "bytes32" },
          { name: "oracleMapping", type: "uint256" },
        ],
      },
    ],
  },
  {
    type: "function",
    name: "constantsView2",
    stateMutability: "view",
    inputs: [],
    outputs: [
      {
        name: "constants",
        type: "tuple",
        components: [
          { name: "token0NumeratorPrecision", type: "uint256" },
          { name: "token0DenominatorPrecision", type: "uint256" },
          { name: "token1NumeratorPrecision", type: "uint256" },
          { name: "token1DenominatorPrecision", type: "uint256" },
        ],
      },
    ],
  },
] as const;
