/** @see https://unpkg.com/@aave/core-v3@1.19.3/contracts/interfaces/IPoolConfigurator.sol */
export const AaveV3PoolConfigurator = [
  {
    type: "event",
    name: "ReserveInitialized",
    inputs: [
      { name: "asset", type: "address", indexed: true },
      { name: "aToken", type: "address", indexed: true },
      { name: "stableDebtToken", type: "address", indexed: false },
      { name: "variableDebtToken", type: "address", indexed: false },
      { name: "interestRateStrategyAddress", type: "address", indexed: false },
    ],
  },
  {
    type: "event",
    name: "ReserveDropped",
    inputs: [{ name: "asset", type: "address", indexed: true }],
  },
  {
    type: "event",
    name: "ReserveActive",
    inputs: [
      { name: "asset", type: "address", indexed: true },
      { name: "active", type: "bool", indexed: false },
    ],
  },
  {
    type: "event",
    name: "ReserveFrozen",
    inputs: [
      { name: "asset", type: "address", indexed: true },
      { name: "frozen", type: "bool", indexed: false },
    ],
  },
  {
    type: "event",
    name: "ReservePaused",
    inputs: [
      { name: "asset", type: "address", indexed: true },
      { name: "paused", type: "bool", indexed: false },
    ],
  },
  {
    type: "event",
    name: "ReserveBorrowing",
    inputs: [
      { name: "asset", type: "address", indexed: true },
      { name: "enabled", type: "bool", indexed: false },
    ],
  },
  {
    type: "event",
    name: "ReserveFactorChanged",
    inputs: [
      { name: "asset", type: "address", indexed: true },
      { name: "oldReserveFactor", type: "uint256", indexed: false },
      { name: "newReserveFactor", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "SupplyCapChanged",
    inputs: [
      { name: "asset", type: "address", indexed: true },
      { name: "oldSupplyCap", type: "uint256", indexed: false },
      { name: "newSupplyCap", type: "uint256", indexed: false },
    ],
  },
  {
    type: "event",
    name: "FlashloanPremiumToProtocolUpdated",
    inputs: [
      { name: "oldFlashloanPremiumToProtocol", type: "uint128", indexed: false },
      { name: "newFlashloanPremiumToProtocol", type: "uint128", indexed: false },
    ],
  },
  {
    type: "event",
    name: "BridgeProtocolFeeUpdated",
    inputs: [
      { name: "oldBridgeProtocolFee", type: "uint256", indexed: false },
      { name: "newBridgeProtocolFee", type: "uint256", indexed: false },
    ],
  },
] as const;
