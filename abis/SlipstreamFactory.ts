/** @see https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/contracts/core/interfaces/ICLFactory.sol */
export const SlipstreamFactory = [
  {
    type: "event",
    name: "PoolCreated",
    inputs: [
      { name: "token0", type: "address", indexed: true },
      { name: "token1", type: "address", indexed: true },
      { name: "tickSpacing", type: "int24", indexed: true },
      { name: "pool", type: "address", indexed: false },
    ],
  },
] as const;
