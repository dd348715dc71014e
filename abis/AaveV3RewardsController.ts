/** @see https://unpkg.com/@aave/periphery-v3@2.5.2/contracts/rewards/interfaces/IRewardsDistributor.sol */
export const AaveV3RewardsController = [
  {
    type: "event",
    name: "AssetConfigUpdated",
    inputs: [
      { name: "asset", type: "address", indexed: true },
      { name: "reward", type: "address", indexed: true },
      { name: "oldEmission", type: "uint256", indexed: false },
      { name: "newEmission", type: "uint256", indexed: false },
      { name: "oldDistributionEnd", type: "uint256", indexed: false },
      { name: "newDistributionEnd", type: "uint256", indexed: false },
      { name: "assetIndex", type: "uint256", indexed: false },
    ],
  },
] as const;
