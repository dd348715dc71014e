/** ABI of `contracts/src/SharedExecutor.sol`, as compiled, with its errors. */
export const sharedExecutorAbi = [
  {
    type: "constructor",
    inputs: [{ name: "router_", type: "address" }],
    stateMutability: "nonpayable",
  },
  {
    type: "function",
    name: "lockAcquired",
    inputs: [{ name: "told", type: "bytes" }],
    outputs: [{ name: "", type: "bytes" }],
    stateMutability: "nonpayable",
  },
  {
    type: "function",
    name: "unlockCallback",
    inputs: [{ name: "told", type: "bytes" }],
    outputs: [{ name: "", type: "bytes" }],
    stateMutability: "nonpayable",
  },
  {
    type: "function",
    name: "router",
    inputs: [],
    outputs: [{ name: "", type: "address" }],
    stateMutability: "view",
  },
  {
    type: "function",
    name: "run",
    inputs: [
      { name: "amountIn", type: "uint256" },
      { name: "program", type: "bytes" },
    ],
    outputs: [],
    stateMutability: "payable",
  },
  {
    type: "function",
    name: "runMulti",
    inputs: [
      { name: "amountsIn", type: "uint256[]" },
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
  { type: "error", name: "CoinLeft", inputs: [] },
  { type: "error", name: "EmptyProgram", inputs: [] },
  {
    type: "error",
    name: "InvalidOpcode",
    inputs: [
      { name: "step", type: "uint256" },
      { name: "opcode", type: "uint8" },
    ],
  },
  { type: "error", name: "InvalidOperand", inputs: [{ name: "step", type: "uint256" }] },
  {
    type: "error",
    name: "NotHeld",
    inputs: [
      { name: "token", type: "address" },
      { name: "amount", type: "uint256" },
    ],
  },
  { type: "error", name: "OnlyRouter", inputs: [] },
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
    name: "StepFailed",
    inputs: [
      { name: "step", type: "uint256" },
      { name: "target", type: "address" },
      { name: "reason", type: "bytes" },
    ],
  },
  {
    type: "error",
    name: "TokenCallFailed",
    inputs: [
      { name: "token", type: "address" },
      { name: "reason", type: "bytes" },
    ],
  },
  { type: "error", name: "TruncatedProgram", inputs: [{ name: "step", type: "uint256" }] },
  { type: "error", name: "UnexpectedCallback", inputs: [{ name: "caller", type: "address" }] },
  { type: "fallback", stateMutability: "nonpayable" },
  {
    type: "error",
    name: "NotPrepaid",
    inputs: [
      { name: "paid", type: "uint256" },
      { name: "amountIn", type: "uint256" },
    ],
  },
] as const;
