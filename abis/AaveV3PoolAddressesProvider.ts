/** @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/interfaces/IPoolAddressesProvider.sol */
export const AaveV3PoolAddressesProvider = [
  {
    type: "event",
    name: "PoolUpdated",
    inputs: [
      { name: "oldAddress", type: "address", indexed: true },
      { name: "newAddress", type: "address", indexed: true },
    ],
  },
] as const;
