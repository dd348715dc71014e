/** ABI of `contracts/src/Router.sol`, as compiled, with its errors. */
export const routerAbi = [
  { type: "constructor", inputs: [], stateMutability: "nonpayable" },
  {
    type: "function",
    name: "executorImplementation",
    inputs: [],
    outputs: [{ name: "", type: "address" }],
    stateMutability: "view",
  },
  {
    type: "function",
    name: "executorOf",
    inputs: [{ name: "caller", type: "address" }],
    outputs: [{ name: "", type: "address" }],
    stateMutability: "view",
  },
  {
    type: "function",
    name: "pull",
    inputs: [
      { name: "to", type: "address" },
      { name: "amount", type: "uint256" },
    ],
    outputs: [],
    stateMutability: "nonpayable",
  },
  {
    type: "function",
    name: "pullCoin",
    inputs: [
      { name: "holder", type: "address" },
      { name: "amount", type: "uint256" },
    ],
    outputs: [{ name: "paid", type: "uint256" }],
    stateMutability: "nonpayable",
  },
  {
    type: "function",
    name: "route",
    inputs: [
      {
        components: [
          { name: "tokenIn", type: "address" },
          { name: "amountIn", type: "uint256" },
          { name: "payTo", type: "address" },
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
    name: "routeMulti",
    inputs: [
      {
        components: [
          {
            components: [
              { name: "token", type: "address" },
              { name: "amount", type: "uint256" },
              { name: "payTo", type: "address" },
            ],
            name: "inputs",
            type: "tuple[]",
          },
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
    name: "routeWithPermit",
    inputs: [
      {
        components: [
          { name: "tokenIn", type: "address" },
          { name: "amountIn", type: "uint256" },
          { name: "payTo", type: "address" },
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
    stateMutability: "nonpayable",
  },
  {
    type: "function",
    name: "routeWithPermit2",
    inputs: [
      {
        components: [
          {
            components: [
              { name: "token", type: "address" },
              { name: "amount", type: "uint256" },
              { name: "payTo", type: "address" },
            ],
            name: "inputs",
            type: "tuple[]",
          },
          { name: "tokenOut", type: "address" },
          { name: "minAmountOut", type: "uint256" },
          { name: "receiver", type: "address" },
          { name: "deadline", type: "uint256" },
        ],
        name: "o",
        type: "tuple",
      },
      { name: "nonce", type: "uint256" },
      { name: "program", type: "bytes" },
    ],
    outputs: [{ name: "amountOut", type: "uint256" }],
    stateMutability: "nonpayable",
  },
  {
    type: "function",
    name: "sharedExecutor",
    inputs: [],
    outputs: [{ name: "", type: "address" }],
    stateMutability: "view",
  },
  { type: "error", name: "CoinLeft", inputs: [{ name: "unpulled", type: "uint256" }] },
  { type: "error", name: "DeploymentFailed", inputs: [] },
  { type: "error", name: "Expired", inputs: [{ name: "deadline", type: "uint256" }] },
  { type: "error", name: "InvalidInputs", inputs: [{ name: "count", type: "uint256" }] },
  { type: "error", name: "InvalidPayTo", inputs: [{ name: "token", type: "address" }] },
  { type: "error", name: "InvalidReceiver", inputs: [{ name: "receiver", type: "address" }] },
  { type: "error", name: "Locked", inputs: [] },
  {
    type: "error",
    name: "MinAmountOutWithoutToken",
    inputs: [{ name: "minAmountOut", type: "uint256" }],
  },
  { type: "error", name: "NotAToken", inputs: [{ name: "token", type: "address" }] },
  { type: "error", name: "OnlyExecutor", inputs: [] },
  { type: "error", name: "PermitFailed", inputs: [{ name: "reason", type: "bytes" }] },
  {
    type: "error",
    name: "PullExceedsAmountIn",
    inputs: [
      { name: "amount", type: "uint256" },
      { name: "unpulled", type: "uint256" },
    ],
  },
  {
    type: "error",
    name: "ReceivedTooLittle",
    inputs: [
      { name: "actual", type: "uint256" },
      { name: "minimum", type: "uint256" },
    ],
  },
  { type: "error", name: "SameToken", inputs: [{ name: "token", type: "address" }] },
  { type: "error", name: "SignatureMissing", inputs: [{ name: "length", type: "uint256" }] },
  {
    type: "error",
    name: "TokenCallFailed",
    inputs: [
      { name: "token", type: "address" },
      { name: "reason", type: "bytes" },
    ],
  },
  {
    type: "error",
    name: "WrongValue",
    inputs: [
      { name: "expected", type: "uint256" },
      { name: "actual", type: "uint256" },
    ],
  },
  { type: "error", name: "ZeroAmountIn", inputs: [] },
  { type: "error", name: "ZeroMinAmountOut", inputs: [] },
] as const;
