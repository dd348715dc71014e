import { UniswapV3Pool } from "./UniswapV3Pool.ts";

const [initialize, mint, burn] = UniswapV3Pool;

/**
 * As Uniswap's pool, but `Swap` also states the protocol's fees, so that its topic differs.
 *
 * @see https://github.com/pancakeswap/pancake-v3-contracts/blob/5cc479f0c5/projects/v3-core/contracts/interfaces/pool/IPancakeV3PoolEvents.sol
 */
export const PancakeV3Pool = [
  initialize,
  mint,
  burn,
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
      { name: "protocolFeesToken0", type: "uint128", indexed: false },
      { name: "protocolFeesToken1", type: "uint128", indexed: false },
    ],
  },
] as const;
