/**
 * @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/interfaces/IPool.sol
 * @see https://unpkg.com/@aave-dao/aave-v3-origin@3.6.0/src/contracts/interfaces/IPool.sol
 */
export const AaveV3Pool = [
  {
    type: "event",
    name: "ReserveDataUpdated",
    inputs: [
      { name: "reserve", type: "address", indexed: true },
      { name: "liquidityRate", type: "uint256", indexed: false },
      { name: "stableBorrowRate", type: "uint256", indexed: false },
      { name: "variableBorrowRate", type: "uint256", indexed: false },
      { name: "liquidityIndex", type: "uint256", indexed: false },
      { name: "variableBorrowIndex", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "DeficitCreated",
    inputs: [
      { name: "user", type: "address", indexed: true },
      { name: "debtAsset", type: "address", indexed: true },
      { name: "amountCreated", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "DeficitCovered",
    inputs: [
      { name: "reserve", type: "address", indexed: true },
      { name: "caller", type: "address", indexed: false },
      { name: "amountCovered", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "Supply",
    inputs: [
      { name: "reserve", type: "address", indexed: true },
      { name: "user", type: "address", indexed: false },
      { name: "onBehalfOf", type: "address", indexed: true },
      { name: "amount", type: "uint256", indexed: false },
      { name: "referralCode", type: "uint16", indexed: true },
    ],
  },
  {
    type: "event",
    name: "Withdraw",
    inputs: [
      { name: "reserve", type: "address", indexed: true },
      { name: "user", type: "address", indexed: true },
      { name: "to", type: "address", indexed: true },
      { name: "amount", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "Borrow",
    inputs: [
      { name: "reserve", type: "address", indexed: true },
      { name: "user", type: "address", indexed: false },
      { name: "onBehalfOf", type: "address", indexed: true },
      { name: "amount", type: "uint256", indexed: false },
      { name: "interestRateMode", type: "uint8", indexed: false },
      { name: "borrowRate", type: "uint256", indexed: false },
      { name: "referralCode", type: "uint16", indexed: true },
    ],
  },
  {
    type: "event",
    name: "Repay",
    inputs: [
      { name: "reserve", type: "address", indexed: true },
      { name: "user", type: "address", indexed: true },
      { name: "repayer", type: "address", indexed: true },
      { name: "amount", type: "uint256", indexed: false },
      { name: "useATokens", type: "bool", indexed: false },
    ],
  },
  {
    type: "event",
    name: "FlashLoan",
    inputs: [
      { name: "target", type: "address", indexed: true },
      { name: "initiator", type: "address", indexed: false },
      { name: "asset", type: "address", indexed: true },
      { name: "amount", type: "uint256", indexed: false },
      { name: "interestRateMode", type: "uint8", indexed: false },
      { name: "premium", type: "uint256", indexed: false },
      { name: "referralCode", type: "uint16", indexed: true },
    ],
  },
  {
    type: "event",
    name: "LiquidationCall",
    inputs: [
      { name: "collateralAsset", type: "address", indexed: true },
      { name: "debtAsset", type: "address", indexed: true },
      { name: "user", type: "address", indexed: true },
      { name: "debtToCover", type: "uint256", indexed: false },
      { name: "liquidatedCollateralAmount", type: "uint256", indexed: false },
      { name: "liquidator", type: "address", indexed: false },
      { name: "receiveAToken", type: "bool", indexed: false },
    ],
  },
  {
    type: "event",
    name: "MintedToTreasury",
    inputs: [
      { name: "reserve", type: "address", indexed: true },
      { name: "amountMinted", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "BackUnbacked",
    inputs: [
      { name: "reserve", type: "address", indexed: true },
      { name: "backer", type: "address", indexed: true },
      { name: "amount", type: "uint256", indexed: false },
      { name: "fee", type: "uint256", indexed: false },
    ],
  },
] as const;
