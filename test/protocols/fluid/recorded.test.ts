import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { routed } from "../../../src/protocols/fluid/routing.ts";
import { adjusted, restored, SIX_DECIMALS } from "../../../src/protocols/fluid/state.ts";
import { both } from "./sample.ts";

const amount = z.string().transform(BigInt);
const pair = z.tuple([amount, amount]);
const reserves = z.object({ real: pair, imaginary: pair });
const fixture = z.object({
  pools: z.record(
    z.string(),
    z.object({
      tokens: z.tuple([z.string(), z.string()]),
      feePips: amount,
      collateral: reserves,
      debt: reserves.extend({ debts: pair }),
    }),
  ),
  swaps: z.array(
    z.object({
      ...{ pool: z.string(), test: z.string(), kind: z.enum(["exactIn", "exactOut"]) },
      ...{ tokenIn: z.string(), amount, expected: amount },
    }),
  ),
});

const path = join(import.meta.dirname, "../../fixtures/fluid/swaps.json");
const recorded = fixture.parse(JSON.parse(readFileSync(path, "utf8")));
/** Of wstETH in ether at that block, 27 decimals, to a thousandth. */
const CENTER = 1_180n * 10n ** 24n;

function poolOf(name: string) {
  const pool = recorded.pools[name];
  if (pool === undefined) throw new Error(`no pool ${name}`);
  return pool;
}

/** A unit of 12 decimals, of 18. */
const UNIT = 1_000_000n;

/** What a recorded pool pays, smallest unit. */
function paidFor(
  { collateral, debt }: ReturnType<typeof poolOf>,
  tokenIn: 0 | 1,
  { given, feePips }: { readonly given: bigint; readonly feePips: bigint },
): bigint {
  const route = routed({ collateral, debt }, given, {
    ...{ tokenIn, config: { feePips, revenuePercent: 0n }, centerPrice: CENTER },
  });
  if (route === null) throw new Error("refused");
  const tokenOut = tokenIn === 0 ? 1 : 0;
  return [route.collateral, route.debt].reduce(
    (sum, { amountOut }) => sum + restored(both, tokenOut, amountOut),
    0n,
  );
}

describe("routed", () => {
  test.each(recorded.swaps)("default: $test", (swap) => {
    const pool = poolOf(swap.pool);
    const tokenIn = swap.tokenIn === pool.tokens[0] ? 0 : 1;
    if (swap.kind === "exactIn") {
      const given = adjusted(both, tokenIn, swap.amount);
      const fee = (given * pool.feePips) / SIX_DECIMALS;
      // The library that was recorded takes the fee of all, and routes what is left.
      const whole = paidFor(pool, tokenIn, { given: given - fee, feePips: 0n });
      expect(whole).toBe(swap.expected);
      // The contract takes it of both parts, and rounds each down.
      const parted = paidFor(pool, tokenIn, { given, feePips: pool.feePips });
      expect(parted).toBe(swap.expected - UNIT);
      return;
    }
    // The library adds the fee to inputs that it rounds down, a unit of each part.
    const beforeFee = (swap.expected * SIX_DECIMALS) / (SIX_DECIMALS + pool.feePips);
    const given = adjusted(both, tokenIn, beforeFee);
    expect(paidFor(pool, tokenIn, { given, feePips: 0n })).toBe(swap.amount - 2n * UNIT);
  });
});

describe("poolOf", () => {
  test("default: recorded reserves of the debt keep to its products", () => {
    const { debts, real, imaginary } = poolOf("wstETH/ETH").debt;
    const [dx, dy] = debts;
    const [ix, iy] = imaginary;
    // What pays a whole debt is the real reserve of the other token.
    expect((ix * dy) / (iy + dy)).toBe(real[0]);
    expect((iy * dx) / (ix + dx)).toBe(real[1]);
  });
});
