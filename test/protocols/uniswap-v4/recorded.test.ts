import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { swap } from "../../../src/protocols/uniswap-v3/swap.ts";
import {
  createTickTable,
  HIGHEST_LIMIT,
  LOWEST_LIMIT,
} from "../../../src/protocols/uniswap-v3/tick-table.ts";
import { swapFeesPips } from "../../../src/protocols/uniswap-v4/fees.ts";
import { maxIn, quote, type UniswapV4Pool } from "../../../src/protocols/uniswap-v4/pool.ts";
import { samples } from "./sample.ts";

const amount = z.string().transform(BigInt);
const fixture = z.object({
  pools: z.record(
    z.string(),
    z.object({
      ...{ lpFeePips: z.number(), protocolFee: z.number(), tickSpacing: z.number() },
      ...{ sqrtPriceX96: amount, tick: z.number(), liquidity: amount },
      ticks: z.array(z.tuple([z.number(), amount])),
    }),
  ),
  swaps: z.array(
    z.object({
      ...{ pool: z.string(), zeroForOne: z.boolean(), kind: z.enum(["exactIn", "exactOut"]) },
      ...{ amount, expected: amount.nullable() },
    }),
  ),
});

const path = join(import.meta.dirname, "../../fixtures/uniswap-v4/swaps.json");
const { pools, swaps } = fixture.parse(JSON.parse(readFileSync(path, "utf8")));

function stateOf(name: string): UniswapV4Pool {
  const [sample] = samples;
  const recorded = pools[name];
  if (sample === undefined || recorded === undefined) throw new Error(`no pool ${name}`);
  const { protocolFee, ticks, ...numbers } = recorded;
  return {
    ...sample,
    ...numbers,
    id: name,
    feePips: swapFeesPips(numbers.lpFeePips, protocolFee),
    ticks: createTickTable(ticks.map(([tick, liquidityNet]) => ({ tick, liquidityNet }))),
  };
}

const states = new Map(Object.keys(pools).map((name) => [name, stateOf(name)]));

describe("quote", () => {
  const exactIn = swaps.filter(({ kind }) => kind === "exactIn");

  test.each(exactIn)("behavior: as recorded: $pool, $zeroForOne, $amount", (recorded) => {
    const state = states.get(recorded.pool) as UniswapV4Pool;
    const [tokenIn, tokenOut] = recorded.zeroForOne
      ? [state.token0, state.token1]
      : [state.token1, state.token0];
    const edge = { action: "swap", tokenIn, tokenOut } as const;
    const quoted = quote(state, edge, recorded.amount);
    if (recorded.amount > maxIn(state, edge)) {
      // More than the pool takes, or than one transaction can swap.
      expect(quoted).toEqual({ ok: false, reason: "insufficient-liquidity" });
      const limit = recorded.zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT;
      const { zeroForOne, amount: amountSpecified, expected } = recorded;
      const all = swap(state, { zeroForOne, amountSpecified, sqrtPriceLimitX96: limit });
      const taken = all.ok && all.amountIn === amountSpecified ? all.amountOut : null;
      expect(taken).toBe(expected);
    } else if (recorded.expected === 0n) {
      expect(quoted).toEqual({ ok: false, reason: "amount-too-small" });
    } else expect(quoted).toMatchObject({ ok: true, amountOut: recorded.expected });
  });
});

describe("swap", () => {
  const exactOut = swaps.filter(({ kind }) => kind === "exactOut");

  test.each(exactOut)("behavior: as recorded: $pool, $zeroForOne, $amount out", (recorded) => {
    const { zeroForOne, expected } = recorded;
    const result = swap(states.get(recorded.pool) as UniswapV4Pool, {
      zeroForOne,
      amountSpecified: -recorded.amount,
      sqrtPriceLimitX96: zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT,
    });
    if (expected === null) expect(result.ok && result.amountOut).toBeLessThan(recorded.amount);
    else expect(result).toMatchObject({ amountIn: expected, amountOut: recorded.amount });
  });
});
