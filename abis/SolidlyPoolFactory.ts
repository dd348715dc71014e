/** @see https://github.com/aerodrome-finance/contracts/blob/a5fae2e87e/contracts/interfaces/factories/IPoolFactory.sol */
export const SolidlyPoolFactory = [
  {
    type: "event",
    name: "PoolCreated",
    inputs: [
      { name: "token0", type: "address", indexed: true },
      { name: "token1", type: "address", indexed: true },
      { name: "stable", type: "bool", indexed: true },
      { name: "pool", type: "address", indexed: false },
      { name: "count", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "SetCustomFee",
    inputs: [
      { name: "pool", type: "address", indexed: true },
      { name: "fee", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "SetPauseState",
    inputs: [{ name: "state", type: "bool", indexed: false }],
  },
] as const;
