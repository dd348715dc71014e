/** @see https://github.com/ekmanss/velodrome_v1/blob/7bd0c8ec0d/contracts/factories/PairFactory.sol */
export const SolidlyV1PairFactory = [
  {
    type: "event",
    name: "PairCreated",
    inputs: [
      { name: "token0", type: "address", indexed: true },
      { name: "token1", type: "address", indexed: true },
      { name: "stable", type: "bool", indexed: false },
      { name: "pair", type: "address", indexed: false },
      { name: "count", type: "uint256", indexed: false },
    ],
  },
  {
    type: "function",
    name: "pairFee",
    stateMutability: "view",
    inputs: [{ name: "pair", type: "address" }],
    outputs: [{ name: "", type: "uint256" }],
  },
  {
    type: "function",
    name: "stableFee",
    stateMutability: "view",
    inputs: [],
    outputs: [{ name: "", type: "uint256" }],
  },
  {
    type: "function",
    name: "volatileFee",
    stateMutability: "view",
    inputs: [],
    outputs: [{ name: "", type: "uint256" }],
  },
] as const;
