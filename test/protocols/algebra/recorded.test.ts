import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { configOf } from "../../../src/protocols/algebra/fee-columns.ts";
import type { DynamicFee } from "../../../src/protocols/algebra/fees.ts";
import { type AlgebraPool, chargedAt, quote } from "../../../src/protocols/algebra/pool.ts";
import { swap } from "../../../src/protocols/uniswap-v3/swap.ts";
import {
  createTickTable,
  HIGHEST_LIMIT,
  LOWEST_LIMIT,
} from "../../../src/protocols/uniswap-v3/tick-table.ts";
import { samples, timepointAt } from "./sample.ts";

const amount = z.string().transform(BigInt);
const fixture = z.object({
  pools: z.record(
    z.string(),
    z.object({
      ...{ placeTicks: z.number(), feePips: z.tuple([z.number(), z.number()]) },
      ...{ sqrtPriceX96: amount, tick: z.number(), liquidity: amount, tickSpacing: z.number() },
      ticks: z.array(z.tuple([z.number(), amount])),
    }),
  ),
  swaps: z.array(
    z.object({
      pool: z.string(),
      steps: z.array(
        z.object({
          ...{ zeroForOne: z.boolean(), amountIn: amount, amountOut: amount.nullable() },
          ...{ sqrtPriceX96: amount.optional(), tick: z.number().optional() },
          liquidity: amount.optional(),
        }),
      ),
    }),
  ),
  dynamic: z.array(
    z.object({
      ...{ pool: z.string(), timestamp: z.number(), zeroForOne: z.boolean() },
      ...{ amountIn: amount, amountOut: amount, feeConfig: z.array(z.number()) },
      timepoints: z.array(z.tuple([z.number(), amount, amount, z.number(), z.number()])),
      indexes: z.array(z.number()),
    }),
  ),
});

const path = join(import.meta.dirname, "../../fixtures/algebra/swaps.json");
const { pools, swaps, dynamic } = fixture.parse(JSON.parse(readFileSync(path, "utf8")));

function stateOf(name: string): AlgebraPool {
  const [sample] = samples;
  const recorded = pools[name];
  if (sample === undefined || recorded === undefined) throw new Error(`no pool ${name}`);
  const { ticks, ...numbers } = recorded;
  const table = createTickTable(ticks.map(([tick, liquidityNet]) => ({ tick, liquidityNet })));
  return { ...sample, ...numbers, ticks: table };
}

describe("swap", () => {
  test.each(swaps)("behavior: as recorded: $pool, $steps", ({ pool, steps }) => {
    let state = stateOf(pool);
    for (const { zeroForOne, amountIn, amountOut, ...after } of steps) {
      const limit = zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT;
      const request = { zeroForOne, amountSpecified: amountIn, sqrtPriceLimitX96: limit };
      const result = swap(state, request);
      if (amountOut === null) {
        expect(result).toEqual({ ok: false, reason: "price-limit" });
        return;
      }
      if (!result.ok) throw new Error(result.reason);
      expect(result.amountOut).toBe(amountOut);
      expect(result).toMatchObject(after);
      const { sqrtPriceX96, tick, liquidity } = result;
      state = { ...state, sqrtPriceX96, tick, liquidity };
    }
  });
});

describe("quote", () => {
  test.each(dynamic)("behavior: the fee of the time, as recorded: $pool", (one) => {
    const points = one.timepoints.map(([timestamp, tickCumulative, volatility, , averageTick]) =>
      timepointAt(timestamp, { tickCumulative, volatilityCumulative: volatility, averageTick }),
    );
    const [oldest, last] = [points[0], points.at(-1)];
    if (oldest === undefined || last === undefined) throw new Error("no timepoints");
    const around = points.slice(one.indexes.length === 1 ? 0 : 1);
    const settings = one.feeConfig;
    const config = configOf([...settings.slice(0, 6), 0, 1, settings[6] ?? 0]);
    const dynamicFee: DynamicFee = {
      ...{ kind: "adaptive", oracle: "integral", configs: [config, config] },
      ...{ volumePerLiquidity: 0n, memory: { oldest, before: null, last, around } },
    };
    const state = { ...stateOf(one.pool), dynamicFee };
    const at = { number: 1n, timestamp: BigInt(one.timestamp) };
    const [tokenIn, tokenOut] = one.zeroForOne
      ? [state.token0, state.token1]
      : [state.token1, state.token0];
    const quoted = quote(state, { action: "swap", tokenIn, tokenOut }, one.amountIn, at);
    expect([chargedAt(state, at).feePips, quoted]).toMatchObject([
      [expect.any(Number), expect.any(Number)],
      { ok: true, amountOut: one.amountOut },
    ]);
  });
});
