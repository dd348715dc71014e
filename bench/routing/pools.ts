import { uniswapV2 } from "../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../src/protocols/uniswap-v2/pool.ts";
import { uniswapV3 } from "../../src/protocols/uniswap-v3/index.ts";
import type { UniswapV3Pool } from "../../src/protocols/uniswap-v3/pool.ts";
import { getTickAtSqrtRatio, MAX_TICK } from "../../src/protocols/uniswap-v3/tick-math.ts";
import { createTickTable } from "../../src/protocols/uniswap-v3/tick-table.ts";
import type { BenchToken } from "./market.ts";
import type { Random } from "./random.ts";

/** An initialised tick; the gross liquidity is what other engines ask for. */
export interface BenchTick {
  readonly tick: number;
  readonly liquidityNet: bigint;
  readonly liquidityGross: bigint;
}

interface BenchPoolBase {
  /** What the pool holds, smallest units. */
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly tvlUsd: number;
  readonly token0: BenchToken;
  readonly token1: BenchToken;
}

/** A pool as Weir's own state, with what the adapters of other engines need besides. */
export type BenchPool =
  | (BenchPoolBase & { readonly protocol: typeof uniswapV2; readonly state: UniswapV2Pool })
  | (BenchPoolBase & {
      readonly protocol: typeof uniswapV3;
      readonly state: UniswapV3Pool;
      /** Ascending. */
      readonly ticks: readonly BenchTick[];
    });

/** What a pool is drawn for. */
export interface PoolWish {
  readonly id: `0x${string}`;
  /** In the order of their addresses. */
  readonly token0: BenchToken;
  readonly token1: BenchToken;
  readonly tvlUsd: number;
  readonly feePips: number;
}

const SPACINGS: ReadonlyMap<number, number> = new Map([
  [100, 1],
  [500, 10],
  [2500, 50],
  [10_000, 200],
]);
/** Fewer units than this round too coarsely to route over. */
const LEAST_RESERVE = 1e4;
/** Logarithm of the ratio between the prices of neighbouring ticks. */
const LOG_TICK = Math.log(1.0001);

/**
 * Smallest units of token1 per smallest unit of token0, off by less than half the fee: nobody can
 * trade in a circle for free.
 */
function noisyPrice(random: Random, { token0, token1, feePips }: PoolWish): number {
  const fair = (token0.usd / token1.usd) * 10 ** (token1.decimals - token0.decimals);
  const noise = Math.max(-0.45, Math.min(0.45, random.normal() * 0.2));
  return fair * (1 + (noise * feePips) / 1e6);
}

/** A pair whose product is kept; null when it would hold too few units. */
export function constantProductPool(random: Random, wish: PoolWish): BenchPool | null {
  const { id, token0, token1, tvlUsd, feePips } = wish;
  const amount0 = (tvlUsd / 2 / token0.usd) * 10 ** token0.decimals;
  const amount1 = amount0 * noisyPrice(random, wish);
  if (Math.min(amount0, amount1) < LEAST_RESERVE) return null;
  const [reserve0, reserve1] = [BigInt(Math.floor(amount0)), BigInt(Math.floor(amount1))];
  const state: UniswapV2Pool = {
    ...{ id, address: id, slug: "uniswap-v2", updatedBlock: 1, liquidity: null },
    ...{ token0: token0.address, token1: token1.address, feePips, reserve0, reserve1 },
  };
  return { protocol: uniswapV2, state, reserve0, reserve1, tvlUsd, token0, token1 };
}

/**
 * A pool of 6 to 23 positions of random widths around its price; null when none of them is in
 * range.
 */
export function concentratedPool(random: Random, wish: PoolWish): BenchPool | null {
  const { id, token0, token1, tvlUsd, feePips } = wish;
  const spacing = SPACINGS.get(feePips);
  if (spacing === undefined) throw new Error(`no tick spacing for a fee of ${feePips} pips`);
  const price = noisyPrice(random, wish);
  const root = Math.sqrt(price);
  const sqrtPriceX96 = BigInt(Math.floor(root * 2 ** 48)) << 48n;
  if (sqrtPriceX96 < 1n << 34n) return null;
  const tick = getTickAtSqrtRatio(sqrtPriceX96);
  const unit0 = token0.usd / 10 ** token0.decimals;
  const unit1 = token1.usd / 10 ** token1.decimals;
  const isStable = token0.usd === 1 && token1.usd === 1;
  const ticks = new Map<number, { net: bigint; gross: bigint }>();
  const change = (at: number, net: bigint): void => {
    const known = ticks.get(at) ?? { net: 0n, gross: 0n };
    ticks.set(at, { net: known.net + net, gross: known.gross + (net < 0n ? -net : net) });
  };
  const count = 6 + Math.floor(random.next() * 18);
  let [liquidity, amount0, amount1] = [0n, 0, 0];
  for (let n = 0; n < count; n++) {
    // One wide position, so that no trade runs out of liquidity at once; stable pairs have narrow
    // ones alone.
    const wide = n === 0 ? 2.3 : random.logUniform(0.01, 1);
    const half = isStable ? random.logUniform(0.0005, 0.02) : wide;
    const centre = Math.log(price) + random.normal() * half * 0.4;
    const lower = Math.floor((centre - half) / LOG_TICK / spacing) * spacing;
    const upper = Math.ceil((centre + half) / LOG_TICK / spacing) * spacing;
    if (lower < -MAX_TICK || upper > MAX_TICK) continue;
    const [from, to] = [1.0001 ** (lower / 2), 1.0001 ** (upper / 2)];
    const at = Math.min(Math.max(root, from), to);
    const [held0, held1] = [1 / at - 1 / to, at - from];
    const share = (tvlUsd * (0.3 + random.next())) / count / 0.8;
    const size = share / (held0 * unit0 + held1 * unit1);
    if (!(size > 1e3)) continue;
    const units = BigInt(Math.floor(size));
    change(lower, units);
    change(upper, -units);
    if (lower <= tick && tick < upper) liquidity += units;
    amount0 += size * held0;
    amount1 += size * held1;
  }
  if (liquidity === 0n || Math.min(amount0, amount1) < LEAST_RESERVE) return null;
  const ascending = [...ticks]
    .sort(([a], [b]) => a - b)
    .map(([at, { net, gross }]) => ({ tick: at, liquidityNet: net, liquidityGross: gross }));
  const [reserve0, reserve1] = [BigInt(Math.floor(amount0)), BigInt(Math.floor(amount1))];
  const state: UniswapV3Pool = {
    ...{ id, address: id, slug: "uniswap-v3", updatedBlock: 1, ticksBlock: 1 },
    ...{ token0: token0.address, token1: token1.address, feePips, tickSpacing: spacing },
    ...{ sqrtPriceX96, tick, liquidity, ticks: createTickTable(ascending) },
  };
  const held = { reserve0, reserve1, tvlUsd, token0, token1 };
  return { protocol: uniswapV3, state, ticks: ascending, ...held };
}
