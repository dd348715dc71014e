/** @see https://github.com/Uniswap/v2-core/blob/v1.0.1/contracts/interfaces/IUniswapV2Factory.sol */
export const UniswapV2Factory = [
  {
    type: "event",
    name: "PairCreated",
    inputs: [
      { name: "token0", type: "address", indexed: true },
      { name: "token1", type: "address", indexed: true },
      { name: "pair", type: "address", indexed: false },
      // Unnamed in the contract; Ponder decodes an event with an unnamed argument as a tuple.
      { name: "allPairsLength", type: "uint256", indexed: false },
    ],
  },
] as const;
