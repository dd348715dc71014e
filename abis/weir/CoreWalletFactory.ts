/** ABI of `contracts/src/hosts/CoreWalletFactory.sol`, as compiled, with its errors. */
export const coreWalletFactoryAbi = [
  { type: "constructor", inputs: [], stateMutability: "nonpayable" },
  {
    type: "function",
    name: "execute",
    inputs: [
      {
        components: [
          { name: "amountIn", type: "uint256" },
          { name: "tokenOut", type: "address" },
          { name: "minAmountOut", type: "uint256" },
          { name: "receiver", type: "address" },
          { name: "deadline", type: "uint256" },
        ],
        name: "o",
        type: "tuple",
      },
      { name: "program", type: "bytes" },
    ],
    outputs: [{ name: "amountOut", type: "uint256" }],
    stateMutability: "payable",
  },
  {
    type: "function",
    name: "executeMulti",
    inputs: [
      {
        components: [
          { name: "amountsIn", type: "uint256[]" },
          { name: "tokenOut", type: "address" },
          { name: "minAmountOut", type: "uint256" },
          { name: "receiver", type: "address" },
          { name: "deadline", type: "uint256" },
        ],
        name: "o",
        type: "tuple",
      },
      { name: "program", type: "bytes" },
    ],
    outputs: [{ name: "amountOut", type: "uint256" }],
    stateMutability: "payable",
  },
  {
    type: "function",
    name: "implementation",
    inputs: [],
    outputs: [{ name: "", type: "address" }],
    stateMutability: "view",
  },
  {
    type: "function",
    name: "run",
    inputs: [
      { name: "deadline", type: "uint256" },
      { name: "program", type: "bytes" },
    ],
    outputs: [],
    stateMutability: "payable",
  },
  {
    type: "function",
    name: "walletOf",
    inputs: [{ name: "owner", type: "address" }],
    outputs: [{ name: "", type: "address" }],
    stateMutability: "view",
  },
  { type: "error", name: "DeploymentFailed", inputs: [] },
] as const;
