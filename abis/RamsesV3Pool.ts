import { UniswapV3Pool } from "./UniswapV3Pool.ts";

const [initialize, , burn, swap] = UniswapV3Pool;

/**
 * As Uniswap's pool, but `Mint` also states the index of the position, so that its topic differs,
 * and the fee changes.
 *
 * @see https://github.com/PharaohExchange/pharaoh-contracts/blob/f59c300b622b6e761433ee939a0f80ec128b1920/contracts/CL/core/interfaces/pool/IRamsesV3PoolEvents.sol
 * @see https://github.com/PharaohExchange/pharaoh-contracts/blob/f59c300b622b6e761433ee939a0f80ec128b1920/contracts/CL/core/libraries/ProtocolActions.sol#L30 `FeeAdjustment`
 */
export const RamsesV3Pool = [
  initialize,
  {
    type: "event",
    name: "Mint",
    inputs: [
      { name: "sender", type: "address", indexed: false },
      { name: "owner", type: "address", indexed: true },
      { name: "index", type: "uint256", indexed: false },
      { name: "tickLower", type: "int24", indexed: true },
      { name: "tickUpper", type: "int24", indexed: true },
      { name: "amount", type: "uint128", indexed: false },
      { name: "amount0", type: "uint256", indexed: false },
      { name: "amount1", type: "uint256", indexed: false },
    ],
  },
  burn,
  swap,
  {
    type: "event",
    name: "FeeAdjustment",
    inputs: [
      { name: "oldFee", type: "uint24", indexed: false },
      { name: "newFee", type: "uint24", indexed: false },
    ],
  },
] as const;
