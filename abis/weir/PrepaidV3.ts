/** ABI of `contracts/src/PrepaidV3.sol`, as compiled, with its errors. */
export const prepaidV3Abi = [
  {
    type: "function",
    name: "swap",
    inputs: [
      { name: "pool", type: "address" },
      { name: "zeroForOne", type: "bool" },
      { name: "amountIn", type: "uint256" },
      { name: "recipient", type: "address" },
    ],
    outputs: [{ name: "amountOut", type: "uint256" }],
    stateMutability: "nonpayable",
  },
  { type: "error", name: "CallbackMissing", inputs: [{ name: "pool", type: "address" }] },
  { type: "error", name: "InvalidAmount", inputs: [{ name: "amount", type: "uint256" }] },
  { type: "error", name: "InvalidRecipient", inputs: [{ name: "recipient", type: "address" }] },
  { type: "error", name: "Locked", inputs: [] },
  { type: "error", name: "NothingPaid", inputs: [{ name: "pool", type: "address" }] },
  {
    type: "error",
    name: "PartialFill",
    inputs: [
      { name: "taken", type: "int256" },
      { name: "offered", type: "uint256" },
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
  { type: "error", name: "UnexpectedCallback", inputs: [{ name: "caller", type: "address" }] },
  { type: "fallback", stateMutability: "nonpayable" },
] as const;
