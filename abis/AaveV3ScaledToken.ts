/** @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/interfaces/IScaledBalanceToken.sol */
export const AaveV3ScaledToken = [
  {
    type: "event",
    name: "Mint",
    inputs: [
      { name: "caller", type: "address", indexed: true },
      { name: "onBehalfOf", type: "address", indexed: true },
      { name: "value", type: "uint256", indexed: false },
      { name: "balanceIncrease", type: "uint256", indexed: false },
      { name: "index", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "Burn",
    inputs: [
      { name: "from", type: "address", indexed: true },
      { name: "target", type: "address", indexed: true },
      { name: "value", type: "uint256", indexed: false },
      { name: "balanceIncrease", type: "uint256", indexed: false },
      { name: "index", type: "uint256", indexed: false },
    ],
  },
] as const;
