// Time of one V3 quote by ticks crossed: node bench/v3-quote.ts
import { edges, maxIn, quote, type UniswapV3Pool } from "../src/protocols/uniswap-v3/pool.ts";
import { swap } from "../src/protocols/uniswap-v3/swap.ts";
import { createTickTable, LOWEST_LIMIT } from "../src/protocols/uniswap-v3/tick-table.ts";

const SPACING = 10;
const START = 1n << 96n;
const STEP_LIQUIDITY = 10n ** 18n;
const QUOTES_PER_SAMPLE = 200;
const SAMPLES = 101;

/**
 * A 0.05 % pool with a position edge every 3 to 12 spacings, as busy mainnet pools have around
 * their price.
 */
function createPool(): UniswapV3Pool {
  const ticks = [];
  let random = 42;
  let total = 0n;
  for (let tick = -40_000; tick < 0; tick += SPACING * (3 + (random % 10))) {
    random = (random * 1103515245 + 12345) % 2147483648;
    const liquidityNet = STEP_LIQUIDITY + BigInt(random) * 1_000_000_007n;
    total += liquidityNet;
    ticks.push({ tick, liquidityNet });
  }
  ticks.push({ tick: 40_000, liquidityNet: -total });
  return {
    id: "0x00000000000000000000000000000000000000f3",
    address: "0x00000000000000000000000000000000000000f3",
    slug: "uniswap-v3",
    updatedBlock: 1,
    ticksBlock: 1,
    token0: "0x0000000000000000000000000000000000000a00",
    token1: "0x0000000000000000000000000000000000000b00",
    feePips: 500,
    tickSpacing: SPACING,
    sqrtPriceX96: START,
    tick: 0,
    liquidity: total,
    ticks: createTickTable(ticks),
  };
}

/**
 * An input that crosses exactly `crossed` ticks: what it takes to come halfway between two of them.
 */
function inputThatCrosses(pool: UniswapV3Pool, crossed: number): bigint {
  const ratios = [...pool.ticks.sqrtRatioX96].filter((ratio) => ratio < START).reverse();
  const above = crossed === 0 ? START : (ratios[crossed - 1] ?? LOWEST_LIMIT);
  const below = ratios[crossed] ?? LOWEST_LIMIT;
  const sqrtPriceLimitX96 = (above + below) / 2n;
  const result = swap(pool, { zeroForOne: true, amountSpecified: 1n << 200n, sqrtPriceLimitX96 });
  if (!result.ok) throw new Error(`No input crosses ${crossed} ticks: ${result.reason}.`);
  return result.amountIn;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

const pool = createPool();
const [edge] = edges(pool);
if (edge === undefined) throw new Error("The pool of the benchmark has no edges.");
const at = `${pool.ticks.ticks.length} ticks, maxIn ${maxIn(pool, edge)}`;
console.log(`V3 quote, median of ${SAMPLES} samples of ${QUOTES_PER_SAMPLE} quotes; ${at}`);
for (const crossed of [0, 1, 10, 100]) {
  const amountIn = inputThatCrosses(pool, crossed);
  const samples = Array.from({ length: SAMPLES }, () => {
    const start = performance.now();
    for (let i = 0; i < QUOTES_PER_SAMPLE; i++) quote(pool, edge, amountIn);
    return ((performance.now() - start) * 1000) / QUOTES_PER_SAMPLE;
  });
  console.log(`${String(crossed).padStart(3)} ticks crossed: ${median(samples).toFixed(2)} µs`);
}
