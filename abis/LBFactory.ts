/** @see https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/interfaces/ILBFactory.sol */
export const LBFactory = [
  {
    type: "event",
    name: "LBPairCreated",
    inputs: [
      { name: "tokenX", type: "address", indexed: true },
      { name: "tokenY", type: "address", indexed: true },
      { name: "binStep", type: "uint256", indexed: true },
      { name: "LBPair", type: "address", indexed: false },
      { name: "pid", type: "uint256", indexed: false },
    ],
  },
] as const;
