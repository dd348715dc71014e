/** ABI of `contracts/src/PrepaidInfinity.sol`, as compiled, with its errors. */
export const prepaidInfinityAbi = [
  {
    inputs: [
      {
        name: "holder",
        type: "address",
      },
    ],
    name: "CallbackMissing",
    type: "error",
  },
  {
    inputs: [
      {
        name: "amount",
        type: "uint256",
      },
    ],
    name: "InvalidAmount",
    type: "error",
  },
  {
    inputs: [
      {
        name: "recipient",
        type: "address",
      },
    ],
    name: "InvalidRecipient",
    type: "error",
  },
  {
    inputs: [],
    name: "Locked",
    type: "error",
  },
  {
    inputs: [
      {
        name: "paid",
        type: "uint256",
      },
      {
        name: "amountIn",
        type: "uint256",
      },
    ],
    name: "NotPrepaid",
    type: "error",
  },
  {
    inputs: [
      {
        name: "holder",
        type: "address",
      },
    ],
    name: "NothingPaid",
    type: "error",
  },
  {
    inputs: [
      {
        name: "taken",
        type: "int256",
      },
      {
        name: "offered",
        type: "uint256",
      },
    ],
    name: "PartialFill",
    type: "error",
  },
  {
    inputs: [
      {
        name: "caller",
        type: "address",
      },
    ],
    name: "UnexpectedCallback",
    type: "error",
  },
  {
    inputs: [
      {
        name: "data",
        type: "bytes",
      },
    ],
    name: "lockAcquired",
    outputs: [
      {
        name: "",
        type: "bytes",
      },
    ],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      {
        name: "vault",
        type: "address",
      },
      {
        components: [
          {
            name: "currency0",
            type: "address",
          },
          {
            name: "currency1",
            type: "address",
          },
          {
            name: "hooks",
            type: "address",
          },
          {
            name: "poolManager",
            type: "address",
          },
          {
            name: "fee",
            type: "uint24",
          },
          {
            name: "parameters",
            type: "bytes32",
          },
        ],
        name: "key",
        type: "tuple",
      },
      {
        name: "zeroForOne",
        type: "bool",
      },
      {
        name: "amountIn",
        type: "uint256",
      },
      {
        name: "recipient",
        type: "address",
      },
    ],
    name: "swap",
    outputs: [
      {
        name: "amountOut",
        type: "uint256",
      },
    ],
    stateMutability: "payable",
    type: "function",
  },
  {
    inputs: [
      {
        name: "vault",
        type: "address",
      },
      {
        components: [
          {
            name: "currency0",
            type: "address",
          },
          {
            name: "currency1",
            type: "address",
          },
          {
            name: "hooks",
            type: "address",
          },
          {
            name: "poolManager",
            type: "address",
          },
          {
            name: "fee",
            type: "uint24",
          },
          {
            name: "parameters",
            type: "bytes32",
          },
        ],
        name: "key",
        type: "tuple",
      },
      {
        name: "zeroForOne",
        type: "bool",
      },
      {
        name: "amountIn",
        type: "uint256",
      },
      {
        name: "recipient",
        type: "address",
      },
    ],
    name: "swapInBins",
    outputs: [
      {
        name: "amountOut",
        type: "uint256",
      },
    ],
    stateMutability: "payable",
    type: "function",
  },
] as const;
