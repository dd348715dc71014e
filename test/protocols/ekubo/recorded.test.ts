import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Hex, numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { poolIdOf } from "../../../devnet/protocols/ekubo.ts";
import { tokenOfCurrency } from "../../../src/lib/address.ts";
import { configOf, isAdmitted } from "../../../src/protocols/ekubo/config.ts";
import { type EkuboPool, maxIn, quote } from "../../../src/protocols/ekubo/pool.ts";
import { createTickTable, rangeTable } from "../../../src/protocols/ekubo/tick-table.ts";
import { poolWordOf, wordOfPool } from "../../../src/protocols/ekubo/transitions.ts";

const amount = z.string().transform(BigInt);
const hex = z.string().transform((text) => text as Hex);
const fixture = z.object({
  swaps: z.array(
    z.object({
      ...{ token0: hex, token1: hex, config: hex, isToken1: z.boolean() },
      ...{ amountIn: amount, amountOut: amount, before: hex, after: hex },
      ticks: z.array(z.tuple([z.number(), amount])),
    }),
  ),
});
type Swap = z.infer<typeof fixture>["swaps"][number];

const path = join(import.meta.dirname, "../../fixtures/ekubo/executed.json");
const { swaps } = fixture.parse(JSON.parse(readFileSync(path, "utf8")));

function poolOf({ token0, token1, config, before, ticks }: Swap): EkuboPool {
  const { feeX64, tickSpacing, range } = configOf(config);
  const word = poolWordOf(BigInt(before));
  const initialised = ticks.map(([tick, liquidityNet]) => ({ tick, liquidityNet }));
  return {
    ...{ id: poolIdOf({ token0, token1, config }), slug: "ekubo-v3", core: "0x", router: "0x" },
    ...{
      token0: tokenOfCurrency(token0),
      token1: tokenOfCurrency(token1),
      config,
      feeX64,
      tickSpacing,
      ...word,
    },
    ...{ ticksBlock: 1, updatedBlock: 1 },
    ticks: tickSpacing === null ? rangeTable(range, word.liquidity) : createTickTable(initialised),
  };
}

describe("recorded", () => {
  test.each(swaps)("default: $amountIn of a pool at $before", (swap) => {
    const pool = poolOf(swap);
    expect(isAdmitted(configOf(swap.config))).toBe(true);
    const tokens = [pool.token0, pool.token1] as const;
    const [tokenIn, tokenOut] = swap.isToken1 ? ([tokens[1], tokens[0]] as const) : tokens;
    const edge = { action: "swap", tokenIn, tokenOut } as const;
    expect(maxIn(pool, edge)).toBeGreaterThanOrEqual(swap.amountIn);
    const quoted = quote(pool, edge, swap.amountIn);
    if (!quoted.ok) throw new Error(quoted.reason);
    expect(quoted.amountOut).toBe(swap.amountOut);
    expect(numberToHex(wordOfPool(quoted.next), { size: 32 })).toBe(swap.after);
  });
});
