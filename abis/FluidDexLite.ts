const DEX_KEY = {
  name: "dexKey",
  type: "tuple",
  indexed: false,
  components: [
    { name: "token0", type: "address" },
    { name: "token1", type: "address" },
    { name: "salt", type: "bytes32" },
  ],
} as const;

const DEX_ID = { name: "dexId", type: "bytes8", indexed: false } as const;

const VARIABLES = { name: "dexVariables", type: "uint256", indexed: false } as const;

const CENTER_SHIFT = { name: "centerPriceShift", type: "uint256", indexed: false } as const;

const PARAMETERS = {
  name: "i",
  type: "tuple",
  indexed: false,
  components: [
    DEX_KEY,
    { name: "fee", type: "uint256" },
    { name: "revenueCut", type: "uint256" },
    { name: "rebalancingStatus", type: "bool" },
    { name: "centerPrice", type: "uint256" },
    { name: "centerPriceContract", type: "uint256" },
    { name: "upperPercent", type: "uint256" },
    { name: "lowerPercent", type: "uint256" },
    { name: "upperShiftThreshold", type: "uint256" },
    { name: "lowerShiftThreshold", type: "uint256" },
    { name: "shiftTime", type: "uint256" },
    { name: "minCenterPrice", type: "uint256" },
    { name: "maxCenterPrice", type: "uint256" },
    { name: "token0Amount", type: "uint256" },
    { name: "token1Amount", type: "uint256" },
  ],
} as const;

/** A number that a log tells. */
function told<const N extends string>(name: N) {
  return { name, type: "uint256", indexed: false } as const;
}

/**
 * What is used of Fluid DEX Lite.
 *
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dexLite/adminModule/events.sol
 * @see https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dexLite/other/events.sol
 */
export const FluidDexLite = [
  {
    type: "event",
    name: "LogInitialize",
    inputs: [DEX_KEY, DEX_ID, VARIABLES, CENTER_SHIFT, PARAMETERS],
  },
  { type: "event", name: "LogSwap", inputs: [told("swapData"), VARIABLES] },
  {
    type: "event",
    name: "LogUpdateFeeAndRevenueCut",
    inputs: [DEX_KEY, DEX_ID, VARIABLES, told("fee"), told("revenueCut")],
  },
  {
    type: "event",
    name: "LogUpdateRebalancingStatus",
    inputs: [
      ...[DEX_KEY, DEX_ID, VARIABLES],
      { name: "rebalancingStatus", type: "bool", indexed: false },
    ],
  },
  {
    type: "event",
    name: "LogUpdateRangePercents",
    inputs: [
      ...[DEX_KEY, DEX_ID, VARIABLES, told("rangeShift")],
      ...[told("upperPercent"), told("lowerPercent"), told("shiftTime")],
    ],
  },
  {
    type: "event",
    name: "LogUpdateShiftTime",
    inputs: [DEX_KEY, DEX_ID, CENTER_SHIFT, told("shiftTime")],
  },
  {
    type: "event",
    name: "LogUpdateCenterPriceLimits",
    inputs: [DEX_KEY, DEX_ID, CENTER_SHIFT, told("maxCenterPrice"), told("minCenterPrice")],
  },
  {
    type: "event",
    name: "LogUpdateThresholdPercent",
    inputs: [
      ...[DEX_KEY, DEX_ID, VARIABLES, told("thresholdShift")],
      ...[told("upperThresholdPercent"), told("lowerThresholdPercent"), told("shiftTime")],
    ],
  },
  {
    type: "event",
    name: "LogUpdateCenterPriceAddress",
    inputs: [
      ...[DEX_KEY, DEX_ID, VARIABLES, CENTER_SHIFT],
      ...[told("centerPriceContract"), told("percent"), told("time")],
    ],
  },
  {
    type: "event",
    name: "LogDeposit",
    inputs: [DEX_KEY, DEX_ID, VARIABLES, told("token0Amount"), told("token1Amount")],
  },
  {
    type: "event",
    name: "LogWithdraw",
    inputs: [DEX_KEY, DEX_ID, VARIABLES, told("token0Amount"), told("token1Amount")],
  },
] as const;
