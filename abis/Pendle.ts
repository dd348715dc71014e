const CREATED = [
  { name: "market", type: "address", indexed: true },
  { name: "PT", type: "address", indexed: true },
  { name: "scalarRoot", type: "int256", indexed: false },
  { name: "initialAnchor", type: "int256", indexed: false },
] as const;

/**
 * What is used of Pendle's first factory of markets.
 *
 * @see https://github.com/DefiLlama/DefiLlama-Adapters/blob/01b6aba1c1/projects/pendle/v2.js
 */
export const PendleFirstMarketFactory = [
  { type: "event", name: "CreateNewMarket", inputs: CREATED },
] as const;

/**
 * What is used of Pendle's factories of markets since.
 *
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/interfaces/IPMarketFactory.sol
 */
export const PendleMarketFactory = [
  {
    type: "event",
    name: "CreateNewMarket",
    inputs: [...CREATED, { name: "lnFeeRateRoot", type: "uint256", indexed: false }],
  },
] as const;

/**
 * What is used of a market.
 *
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/interfaces/IPMarket.sol
 */
export const PendleMarket = [
  {
    type: "event",
    name: "Swap",
    inputs: [
      { name: "caller", type: "address", indexed: true },
      { name: "receiver", type: "address", indexed: true },
      { name: "netPtOut", type: "int256", indexed: false },
      { name: "netSyOut", type: "int256", indexed: false },
      { name: "netSyFee", type: "uint256", indexed: false },
      { name: "netSyToReserve", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "UpdateImpliedRate",
    inputs: [
      { name: "timestamp", type: "uint256", indexed: true },
      { name: "lnLastImpliedRate", type: "uint256", indexed: false },
    ],
  },
  {
    type: "function",
    name: "readTokens",
    stateMutability: "view",
    inputs: [],
    outputs: [
      { name: "SY", type: "address" },
      { name: "PT", type: "address" },
      { name: "YT", type: "address" },
    ],
  },
  {
    type: "function",
    name: "readState",
    stateMutability: "view",
    inputs: [{ name: "router", type: "address" }],
    outputs: [
      {
        name: "market",
        type: "tuple",
        components: [
          { name: "totalPt", type: "int256" },
          { name: "totalSy", type: "int256" },
          { name: "totalLp", type: "int256" },
          { name: "treasury", type: "address" },
          { name: "scalarRoot", type: "int256" },
          { name: "expiry", type: "uint256" },
          { name: "lnFeeRateRoot", type: "uint256" },
          { name: "reserveFeePercent", type: "uint256" },
          { name: "lastLnImpliedRate", type: "uint256" },
        ],
      },
    ],
  },
  {
    type: "function",
    name: "swapExactPtForSy",
    stateMutability: "nonpayable",
    inputs: [
      { name: "receiver", type: "address" },
      { name: "exactPtIn", type: "uint256" },
      { name: "data", type: "bytes" },
    ],
    outputs: [
      { name: "netSyOut", type: "uint256" },
      { name: "netSyFee", type: "uint256" },
    ],
  },
  {
    type: "function",
    name: "redeemRewards",
    stateMutability: "nonpayable",
    inputs: [{ name: "user", type: "address" }],
    outputs: [{ name: "rewardsOut", type: "uint256[]" }],
  },
  {
    type: "function",
    name: "burn",
    stateMutability: "nonpayable",
    inputs: [
      { name: "receiverSy", type: "address" },
      { name: "receiverPt", type: "address" },
      { name: "netLpToBurn", type: "uint256" },
    ],
    outputs: [
      { name: "netSyOut", type: "uint256" },
      { name: "netPtOut", type: "uint256" },
    ],
  },
] as const;

/**
 * What is used of the contract that splits a token into principal and yield.
 *
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/interfaces/IPYieldToken.sol
 */
export const PendleYieldToken = [
  {
    type: "function",
    name: "redeemPY",
    stateMutability: "nonpayable",
    inputs: [{ name: "receiver", type: "address" }],
    outputs: [{ name: "amountSyOut", type: "uint256" }],
  },
  {
    type: "function",
    name: "redeemDueInterestAndRewards",
    stateMutability: "nonpayable",
    inputs: [
      { name: "user", type: "address" },
      { name: "redeemInterest", type: "bool" },
      { name: "redeemRewards", type: "bool" },
    ],
    outputs: [
      { name: "interestOut", type: "uint256" },
      { name: "rewardsOut", type: "uint256[]" },
    ],
  },
] as const;

/**
 * What is used of a token that stands for one that earns.
 *
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/interfaces/IStandardizedYield.sol
 */
export const PendleStandardizedYield = [
  {
    type: "function",
    name: "deposit",
    stateMutability: "payable",
    inputs: [
      { name: "receiver", type: "address" },
      { name: "tokenIn", type: "address" },
      { name: "amountTokenToDeposit", type: "uint256" },
      { name: "minSharesOut", type: "uint256" },
    ],
    outputs: [{ name: "amountSharesOut", type: "uint256" }],
  },
  {
    type: "function",
    name: "redeem",
    stateMutability: "nonpayable",
    inputs: [
      { name: "receiver", type: "address" },
      { name: "amountSharesToRedeem", type: "uint256" },
      { name: "tokenOut", type: "address" },
      { name: "minTokenOut", type: "uint256" },
      { name: "burnFromInternalBalance", type: "bool" },
    ],
    outputs: [{ name: "amountTokenOut", type: "uint256" }],
  },
] as const;

const ORDER = {
  type: "tuple[]",
  components: [
    {
      name: "order",
      type: "tuple",
      components: [
        { name: "salt", type: "uint256" },
        { name: "expiry", type: "uint256" },
        { name: "nonce", type: "uint256" },
        { name: "orderType", type: "uint8" },
        { name: "token", type: "address" },
        { name: "YT", type: "address" },
        { name: "maker", type: "address" },
        { name: "receiver", type: "address" },
        { name: "makingAmount", type: "uint256" },
        { name: "lnImpliedRate", type: "uint256" },
        { name: "failSafeRate", type: "uint256" },
        { name: "permit", type: "bytes" },
      ],
    },
    { name: "signature", type: "bytes" },
    { name: "makingAmount", type: "uint256" },
  ],
} as const;

const GUESS = {
  type: "tuple",
  components: [
    { name: "guessMin", type: "uint256" },
    { name: "guessMax", type: "uint256" },
    { name: "guessOffchain", type: "uint256" },
    { name: "maxIteration", type: "uint256" },
    { name: "eps", type: "uint256" },
  ],
} as const;

const LIMIT = {
  name: "limit",
  type: "tuple",
  components: [
    { name: "limitRouter", type: "address" },
    { name: "epsSkipMarket", type: "uint256" },
    { name: "normalFills", ...ORDER },
    { name: "flashFills", ...ORDER },
    { name: "optData", type: "bytes" },
  ],
} as const;

/**
 * What is used of Pendle's router.
 *
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/interfaces/IPActionSwapPTV3.sol
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/interfaces/IPActionSwapYTV3.sol
 * @see https://unpkg.com/@pendle/core-v2@6.11.0/contracts/interfaces/IPActionAddRemoveLiqV3.sol
 */
export const PendleRouter = [
  {
    type: "function",
    name: "swapExactSyForPt",
    stateMutability: "nonpayable",
    inputs: [
      { name: "receiver", type: "address" },
      { name: "market", type: "address" },
      { name: "exactSyIn", type: "uint256" },
      { name: "minPtOut", type: "uint256" },
      { name: "guessPtOut", ...GUESS },
      LIMIT,
    ],
    outputs: [
      { name: "netPtOut", type: "uint256" },
      { name: "netSyFee", type: "uint256" },
    ],
  },
  {
    type: "function",
    name: "swapExactSyForYt",
    stateMutability: "nonpayable",
    inputs: [
      { name: "receiver", type: "address" },
      { name: "market", type: "address" },
      { name: "exactSyIn", type: "uint256" },
      { name: "minYtOut", type: "uint256" },
      { name: "guessYtOut", ...GUESS },
      LIMIT,
    ],
    outputs: [
      { name: "netYtOut", type: "uint256" },
      { name: "netSyFee", type: "uint256" },
    ],
  },
  {
    type: "function",
    name: "swapExactYtForSy",
    stateMutability: "nonpayable",
    inputs: [
      { name: "receiver", type: "address" },
      { name: "market", type: "address" },
      { name: "exactYtIn", type: "uint256" },
      { name: "minSyOut", type: "uint256" },
      LIMIT,
    ],
    outputs: [
      { name: "netSyOut", type: "uint256" },
      { name: "netSyFee", type: "uint256" },
    ],
  },
  {
    type: "function",
    name: "addLiquiditySingleSy",
    stateMutability: "nonpayable",
    inputs: [
      { name: "receiver", type: "address" },
      { name: "market", type: "address" },
      { name: "netSyIn", type: "uint256" },
      { name: "minLpOut", type: "uint256" },
      { name: "guessPtReceivedFromSy", ...GUESS },
      LIMIT,
    ],
    outputs: [
      { name: "netLpOut", type: "uint256" },
      { name: "netSyFee", type: "uint256" },
    ],
  },
  {
    type: "function",
    name: "addLiquidityDualSyAndPt",
    stateMutability: "nonpayable",
    inputs: [
      { name: "receiver", type: "address" },
      { name: "market", type: "address" },
      { name: "netSyDesired", type: "uint256" },
      { name: "netPtDesired", type: "uint256" },
      { name: "minLpOut", type: "uint256" },
    ],
    outputs: [
      { name: "netLpOut", type: "uint256" },
      { name: "netSyUsed", type: "uint256" },
      { name: "netPtUsed", type: "uint256" },
    ],
  },
  {
    type: "function",
    name: "removeLiquiditySingleSy",
    stateMutability: "nonpayable",
    inputs: [
      { name: "receiver", type: "address" },
      { name: "market", type: "address" },
      { name: "netLpToRemove", type: "uint256" },
      { name: "minSyOut", type: "uint256" },
      LIMIT,
    ],
    outputs: [
      { name: "netSyOut", type: "uint256" },
      { name: "netSyFee", type: "uint256" },
    ],
  },
] as const;
