import type { UniswapV3Pool } from "../../../src/protocols/uniswap-v3/pool.ts";
import { getTickAtSqrtRatio } from "../../../src/protocols/uniswap-v3/tick-math.ts";
import { createTickTable } from "../../../src/protocols/uniswap-v3/tick-table.ts";

export interface Position {
  readonly tickLower: number;
  readonly tickUpper: number;
  readonly liquidity: bigint;
}

export interface PoolParameters {
  readonly feePips: number;
  readonly tickSpacing: number;
  readonly sqrtPriceX96: bigint;
  readonly positions: readonly Position[];
}

/**
 * State of a pool that was initialised at a price and then given positions, as the contract would
 * hold it.
 */
export function createPool(parameters: PoolParameters): UniswapV3Pool {
  const { feePips, tickSpacing, sqrtPriceX96, positions } = parameters;
  const tick = getTickAtSqrtRatio(sqrtPriceX96);
  const net = new Map<number, bigint>();
  const gross = new Map<number, bigint>();
  let inRange = 0n;
  for (const { tickLower, tickUpper, liquidity } of positions) {
    net.set(tickLower, (net.get(tickLower) ?? 0n) + liquidity);
    net.set(tickUpper, (net.get(tickUpper) ?? 0n) - liquidity);
    for (const end of [tickLower, tickUpper]) gross.set(end, (gross.get(end) ?? 0n) + liquidity);
    if (tickLower <= tick && tick < tickUpper) inRange += liquidity;
  }
  const ticks = [...net]
    .filter(([index]) => gross.get(index) !== 0n)
    .map(([index, liquidityNet]) => ({ tick: index, liquidityNet }))
    .sort((a, b) => a.tick - b.tick);
  return {
    id: "0x00000000000000000000000000000000000000f3",
    address: "0x00000000000000000000000000000000000000f3",
    slug: "uniswap-v3",
    updatedBlock: 1,
    ticksBlock: 1,
    token0: "0x0000000000000000000000000000000000000a00",
    token1: "0x0000000000000000000000000000000000000b00",
    feePips,
    tickSpacing,
    sqrtPriceX96,
    tick,
    liquidity: inRange,
    ticks: createTickTable(ticks),
  };
}
