/** @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/interfaces/IStableDebtToken.sol */
export const AaveV3StableDebtToken = [
  {
    type: "event",
    name: "Mint",
    inputs: [
      { name: "user", type: "address", indexed: true },
      { name: "onBehalfOf", type: "address", indexed: true },
      { name: "amount", type: "uint256", indexed: false },
      { name: "currentBalance", type: "uint256", indexed: false },
      { name: "balanceIncrease", type: "uint256", indexed: false },
      { name: "newRate", type: "uint256", indexed: false },
      { name: "avgStableRate", type: "uint256", indexed: false },
      { name: "newTotalSupply", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "Burn",
    inputs: [
      { name: "from", type: "address", indexed: true },
      { name: "amount", type: "uint256", indexed: false },
      { name: "currentBalance", type: "uint256", indexed: false },
      { name: "balanceIncrease", type: "uint256", indexed: false },
      { name: "avgStableRate", type: "uint256", indexed: false },
      { name: "newTotalSupply", type: "uint256", indexed: false },
    ],
  },
] as const;
