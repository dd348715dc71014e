import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_WORDS } from "../../../src/protocols/uniswap-v3/max-in.ts";
import { edges, maxIn, quote, type UniswapV3Pool } from "../../../src/protocols/uniswap-v3/pool.ts";
import { swap } from "../../../src/protocols/uniswap-v3/swap.ts";
import { getSqrtRatioAtTick } from "../../../src/protocols/uniswap-v3/tick-math.ts";
import { HIGHEST_LIMIT, LOWEST_LIMIT } from "../../../src/protocols/uniswap-v3/tick-table.ts";
import { sized } from "../../harness/size.ts";
import { createRandom, randomAmount } from "../chain.ts";
import {
  addLiquidity,
  executeSwap,
  type LivePool,
  type Market,
  openPool,
  quoterAbi,
  readPool,
  removeLiquidity,
  startMarket,
} from "./market.ts";

const TIERS = [
  { fee: 500, tickSpacing: 10 },
  { fee: 3000, tickSpacing: 60 },
  { fee: 10_000, tickSpacing: 200 },
  { fee: 100, tickSpacing: 1 },
];
const POOLS = sized({ always: 4, nightly: 20 });
const STATES_PER_POOL = 50;

/**
 * Rounding of the contract at word ends that `maxIn` leaves out: 3 wei a word, before the fee is
 * added.
 */
const SLACK_PER_WORD = 4n;

/** More than any block: what runs out of gas in practice is still compared. */
const UNBOUNDED_GAS = 10n ** 9n;

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

afterAll(() => market.chain.stop());

function randomPosition(random: () => number, { tickSpacing }: LivePool, tick: number) {
  const width = tickSpacing * Math.ceil(2 ** (random() * 12));
  const centre = tick + Math.round((random() * 2 - 1) * 2 ** (random() * 16));
  const clamp = (value: number) => {
    const highest = Math.floor(887_272 / tickSpacing) * tickSpacing;
    return Math.max(-highest, Math.min(highest, Math.floor(value / tickSpacing) * tickSpacing));
  };
  const full = random() < 0.1;
  const tickLower = full ? clamp(-1e6) : clamp(centre - width);
  const tickUpper = full ? clamp(1e6) : Math.max(tickLower + tickSpacing, clamp(centre + width));
  return {
    tickLower: tickUpper > 887_272 ? tickLower - tickSpacing : tickLower,
    tickUpper: tickUpper > 887_272 ? tickUpper - tickSpacing : tickUpper,
    amount0: randomAmount(random, 4, 26),
    amount1: randomAmount(random, 4, 26),
  };
}

/** What the quoter answers; null where it reverts. */
async function askQuoter(pool: LivePool, zeroForOne: boolean, amountIn: bigint) {
  const [tokenIn, tokenOut] = zeroForOne ? pool.tokens : [pool.tokens[1], pool.tokens[0]];
  const params = { tokenIn, tokenOut, amountIn, fee: pool.fee, sqrtPriceLimitX96: 0n };
  const answer = await market.chain.client
    .simulateContract({
      address: market.quoter,
      abi: quoterAbi,
      functionName: "quoteExactInputSingle",
      args: [params],
      gas: UNBOUNDED_GAS,
    })
    .then(
      ({ result }) => result,
      () => null,
    );
  return answer === null ? null : { amountOut: answer[0], sqrtPriceX96: answer[1] };
}

function edgeOf(state: UniswapV3Pool, zeroForOne: boolean) {
  const [tokenIn, tokenOut] = zeroForOne
    ? [state.token0, state.token1]
    : [state.token1, state.token0];
  return { action: "swap", tokenIn, tokenOut } as const;
}

/** Checks one quote against the quoter's answer and counts what it was. */
function compare(
  state: UniswapV3Pool,
  zeroForOne: boolean,
  amountIn: bigint,
  answer: Awaited<ReturnType<typeof askQuoter>>,
) {
  const edge = edgeOf(state, zeroForOne);
  const limit = zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT;
  const swapped = swap(state, { zeroForOne, amountSpecified: amountIn, sqrtPriceLimitX96: limit });
  const quoted = quote(state, edge, amountIn);
  if (!swapped.ok || swapped.amountIn === 0n) {
    // Nothing taken, nothing paid: the quoter's callback refuses such a swap.
    expect(answer).toBeNull();
    expect(quoted).toEqual({ ok: false, reason: "insufficient-liquidity" });
    return "empty";
  }
  const { amountOut, sqrtPriceX96, tick, liquidity } = swapped;
  expect({ amountOut, sqrtPriceX96 }).toEqual(answer);
  if (swapped.amountIn < amountIn) {
    expect(quoted).toEqual({ ok: false, reason: "insufficient-liquidity" });
    return "partial";
  }
  const largest = maxIn(state, edge);
  if (amountIn > largest) {
    expect(quoted).toEqual({ ok: false, reason: "insufficient-liquidity" });
    const words = Math.abs(tick - state.tick) / (256 * state.tickSpacing);
    if (words >= MAX_WORDS - 1) return "far";
    expect(amountIn - largest).toBeLessThanOrEqual(BigInt(Math.ceil(words + 1)) * SLACK_PER_WORD);
    return "slack";
  }
  if (amountOut === 0n) {
    expect(quoted).toEqual({ ok: false, reason: "amount-too-small" });
    return "dust";
  }
  const next = { ...state, sqrtPriceX96, tick, liquidity };
  expect(quoted).toEqual({ ok: true, amountOut, gas: expect.any(BigInt), next });
  return "filled";
}

type Kind = ReturnType<typeof compare> | "executed" | "states";

describe("quote", () => {
  test(`default: equals QuoterV2 on ${POOLS * STATES_PER_POOL} states and the executed swap`, async () => {
    const random = createRandom(20_210_505);
    const seen: Record<Kind, number> = {
      empty: 0,
      partial: 0,
      far: 0,
      slack: 0,
      dust: 0,
      filled: 0,
      executed: 0,
      states: 0,
    };
    for (let opened = 0; opened < POOLS; opened++) {
      const tier = TIERS[opened % 8 === 7 ? 3 : opened % 3];
      if (tier === undefined) throw new Error("TIERS is shorter than the choice above.");
      const start = Math.round((random() * 2 - 1) * (random() < 0.2 ? 800_000 : 150_000));
      const pool = await openPool(
        market,
        tier,
        getSqrtRatioAtTick(start) + BigInt(Math.floor(random() * 1e6)),
      );
      let state = await readPool(market, pool);
      for (let round = 0; round < STATES_PER_POOL; round++) {
        state = await mutate(random, pool, state, seen);
        expect(edges(state)).toHaveLength(state.ticks.ticks.length === 0 ? 0 : 2);
        const trades = [true, false].flatMap((zeroForOne) => {
          const largest = maxIn(state, edgeOf(state, zeroForOne));
          const amounts = [
            randomAmount(random, 1, 9),
            randomAmount(random, 4, 20),
            largest > 0n ? randomAmount(random, 1, String(largest).length) : 1n,
          ];
          if (round % 5 === 0)
            amounts.push(...[largest, largest + 1n, 2n * largest + 100n].filter((x) => x > 0n));
          return amounts.map((amountIn) => ({ zeroForOne, amountIn }));
        });
        const answers = await Promise.all(
          trades.map(({ zeroForOne, amountIn }) => askQuoter(pool, zeroForOne, amountIn)),
        );
        trades.forEach(({ zeroForOne, amountIn }, at) => {
          seen[compare(state, zeroForOne, amountIn, answers[at] ?? null)]++;
        });
        seen.states++;
      }
    }
    expect(seen.states).toBe(POOLS * STATES_PER_POOL);
    expect(seen.filled).toBeGreaterThan(100 * POOLS);
    expect(seen.executed).toBeGreaterThan(10 * POOLS);
    for (const kind of ["empty", "partial", "dust"] as const)
      expect(seen[kind]).toBeGreaterThan(POOLS);
  }, 180_000);
});

describe("swap", () => {
  const word = 256 * 60;

  test.each([
    { zeroForOne: true, limitTick: -2 * word, offset: 0n },
    { zeroForOne: true, limitTick: -2 * word, offset: 1n },
    { zeroForOne: true, limitTick: -2 * word - 7, offset: 0n },
    { zeroForOne: false, limitTick: 3 * word - 60, offset: 0n },
    { zeroForOne: false, limitTick: 3 * word, offset: -1n },
  ])("behavior: a price limit past all liquidity, %o", async (limit) => {
    const { zeroForOne, limitTick, offset } = limit;
    const pool = await openPool(market, { fee: 3000, tickSpacing: 60 }, 1n << 96n);
    const amount = 10n ** 18n;
    const range = { tickLower: -600, tickUpper: 600, amount0: amount, amount1: amount };
    await addLiquidity(market, pool, range);
    const state = await readPool(market, pool);
    const sqrtPriceLimitX96 = getSqrtRatioAtTick(limitTick) + offset;
    const amountIn = 5n * amount;
    const result = swap(state, { zeroForOne, amountSpecified: amountIn, sqrtPriceLimitX96 });
    if (!result.ok) throw new Error(`swap failed with ${result.reason}`);
    const event = await executeSwap(market, pool, { zeroForOne, amountIn, sqrtPriceLimitX96 });
    const { sqrtPriceX96, tick, liquidity } = result;
    const [amount0, amount1] = zeroForOne
      ? [result.amountIn, -result.amountOut]
      : [-result.amountOut, result.amountIn];
    expect(event).toMatchObject({ amount0, amount1, sqrtPriceX96, tick, liquidity });
    expect(sqrtPriceX96).toBe(sqrtPriceLimitX96);
  });
});

/**
 * Adds or removes a position or executes a swap, which must do what was quoted; the state after it.
 */
async function mutate(
  random: () => number,
  pool: LivePool,
  state: UniswapV3Pool,
  seen: Record<Kind, number>,
): Promise<UniswapV3Pool> {
  const choice = random();
  if (pool.positions.length < 3 || choice < 0.25) {
    await addLiquidity(market, pool, randomPosition(random, pool, state.tick));
    return readPool(market, pool);
  }
  if (choice < 0.35) {
    await removeLiquidity(market, pool, Math.floor(random() * pool.positions.length));
    return readPool(market, pool);
  }
  const zeroForOne = random() < 0.5;
  const edge = edgeOf(state, zeroForOne);
  const largest = maxIn(state, edge);
  const amountIn = largest > 0n ? randomAmount(random, 1, String(largest).length) : 1n;
  const quoted = quote(state, edge, amountIn);
  if (!quoted.ok) return state;
  const event = await executeSwap(market, pool, { zeroForOne, amountIn });
  const { sqrtPriceX96, tick, liquidity } = quoted.next;
  const [amount0, amount1] = zeroForOne
    ? [amountIn, -quoted.amountOut]
    : [-quoted.amountOut, amountIn];
  expect(event).toMatchObject({ amount0, amount1, sqrtPriceX96, tick, liquidity });
  seen.executed++;
  return readPool(market, pool, state.ticks);
}
