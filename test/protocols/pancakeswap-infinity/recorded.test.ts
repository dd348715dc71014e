import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  isKnownByEvents,
  tickSpacingOf,
} from "../../../src/protocols/pancakeswap-infinity/admission.ts";
import { type InfinityPool, quote } from "../../../src/protocols/pancakeswap-infinity/pool.ts";
import { createTickTable } from "../../../src/protocols/uniswap-v3/tick-table.ts";
import { samples } from "./sample.ts";

const amount = z.string().transform(BigInt);
const fixture = z.object({
  ...{ feePips: z.number(), tickSpacing: z.number(), tick: z.number() },
  parameters: z.templateLiteral(["0x", z.string()]),
  ...{ sqrtPriceX96: amount, liquidity: amount, ticks: z.array(z.tuple([z.number(), amount])) },
  swaps: z.array(z.object({ zeroForOne: z.boolean(), amount, expected: amount })),
});

const path = join(import.meta.dirname, "../../fixtures/pancakeswap-infinity/swaps.json");
const { swaps, ticks, ...numbers } = fixture.parse(JSON.parse(readFileSync(path, "utf8")));
const [sample] = samples as readonly [InfinityPool];
const state: InfinityPool = {
  ...{ ...sample, ...numbers, lpFeePips: numbers.feePips },
  ticks: createTickTable(ticks.map(([tick, liquidityNet]) => ({ tick, liquidityNet }))),
};

describe("quote", () => {
  test.each(swaps)("behavior: as recorded: $zeroForOne, $amount", ({ zeroForOne, ...recorded }) => {
    const [tokenIn, tokenOut] = zeroForOne
      ? [state.token0, state.token1]
      : [state.token1, state.token0];
    const quoted = quote(state, { action: "swap", tokenIn, tokenOut }, recorded.amount);
    expect(quoted).toMatchObject({ ok: true, amountOut: recorded.expected });
  });
});

describe("tickSpacingOf", () => {
  test("behavior: as the recorded pool's parameters say", () => {
    expect(tickSpacingOf(numbers.parameters)).toBe(numbers.tickSpacing);
    expect(isKnownByEvents(numbers)).toBe(true);
  });
});
