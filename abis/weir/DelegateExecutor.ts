/** ABI of `contracts/src/hosts/DelegateExecutor.sol`, as compiled, with its errors. */
export const delegateExecutorAbi = [
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
    name: "run",
    inputs: [
      { name: "deadline", type: "uint256" },
      { name: "program", type: "bytes" },
    ],
    outputs: [],
    stateMutability: "payable",
  },
  { type: "error", name: "AmountOutOfRange", inputs: [{ name: "step", type: "uint256" }] },
  {
    type: "error",
    name: "BelowMinimum",
    inputs: [
      { name: "step", type: "uint256" },
      { name: "actual", type: "uint256" },
      { name: "minimum", type: "uint256" },
    ],
  },
  {
    type: "error",
    name: "CallbackMissing",
    inputs: [
      { name: "step", type: "uint256" },
      { name: "pool", type: "address" },
    ],
  },
  { type: "error", name: "EmptyProgram", inputs: [] },
  { type: "error", name: "Expired", inputs: [{ name: "deadline", type: "uint256" }] },
  { type: "error", name: "InvalidInputs", inputs: [{ name: "count", type: "uint256" }] },
  {
    type: "error",
    name: "InvalidOpcode",
    inputs: [
      { name: "step", type: "uint256" },
      { name: "opcode", type: "uint8" },
    ],
  },
  { type: "error", name: "InvalidOperand", inputs: [{ name: "step", type: "uint256" }] },
  { type: "error", name: "InvalidReceiver", inputs: [{ name: "receiver", type: "address" }] },
  { type: "error", name: "Locked", inputs: [] },
  { type: "error", name: "NotAToken", inputs: [{ name: "token", type: "address" }] },
  { type: "error", name: "OnlyAccount", inputs: [{ name: "caller", type: "address" }] },
  { type: "error", name: "OnlyDelegateCall", inputs: [] },
  {
    type: "error",
    name: "PartialFill",
    inputs: [
      { name: "step", type: "uint256" },
      { name: "taken", type: "uint256" },
      { name: "offered", type: "uint256" },
    ],
  },
  { type: "error", name: "PullFailed", inputs: [{ name: "reason", type: "bytes" }] },
  {
    type: "error",
    name: "ReceivedTooLittle",
    inputs: [
      { name: "actual", type: "uint256" },
      { name: "minimum", type: "uint256" },
    ],
  },
  {
    type: "error",
    name: "StepFailed",
    inputs: [
      { name: "step", type: "uint256" },
      { name: "target", type: "address" },
      { name: "reason", type: "bytes" },
    ],
  },
  { type: "error", name: "TooLittleGas", inputs: [] },
  { type: "error", name: "TruncatedProgram", inputs: [{ name: "step", type: "uint256" }] },
  { type: "error", name: "UnexpectedCallback", inputs: [{ name: "caller", type: "address" }] },
  { type: "error", name: "ZeroAmountIn", inputs: [] },
  { type: "error", name: "ZeroMinAmountOut", inputs: [] },
  {
    type: "error",
    name: "NotPrepaid",
    inputs: [
      { name: "paid", type: "uint256" },
      { name: "amountIn", type: "uint256" },
    ],
  },
] as const;
