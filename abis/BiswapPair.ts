/** @see https://github.com/biswap-org/core/blob/32217c46ca/contracts/BiswapPair.sol */
export const BiswapPair = [
  {
    type: "function",
    name: "swapFee",
    stateMutability: "view",
    inputs: [],
    outputs: [{ name: "", type: "uint32" }],
  },
] as const;
