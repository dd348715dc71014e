/**
 * What pools of Algebra Integral 1.2 to 1.2.5 state otherwise than those of Uniswap V3, whose
 * events the others have: `Swap` and `Burn` also state fees of the plugin.
 *
 * @see https://github.com/cryptoalgebra/Algebra/blob/357ae6bc435530938764fa62222d8996303e2171/src/core/contracts/interfaces/pool/IAlgebraPoolEvents.sol
 */
export const AlgebraFeePool = [
  {
    type: "event",
    name: "Burn",
    inputs: [
      { name: "owner", type: "address", indexed: true },
      { name: "tickLower", type: "int24", indexed: true },
      { name: "tickUpper", type: "int24", indexed: true },
      { name: "amount", type: "uint128", indexed: false },
      { name: "amount0", type: "uint256", indexed: false },
      { name: "amount1", type: "uint256", indexed: false },
      { name: "pluginFee", type: "uint24", indexed: false },
    ],
  },
  {
    type: "event",
    name: "Swap",
    inputs: [
      { name: "sender", type: "address", indexed: true },
      { name: "recipient", type: "address", indexed: true },
      { name: "amount0", type: "int256", indexed: false },
      { name: "amount1", type: "int256", indexed: false },
      { name: "sqrtPriceX96", type: "uint160", indexed: false },
      { name: "liquidity", type: "uint128", indexed: false },
      { name: "tick", type: "int24", indexed: false },
      { name: "overrideFee", type: "uint24", indexed: false },
      { name: "pluginFee", type: "uint24", indexed: false },
    ],
  },
] as const;
