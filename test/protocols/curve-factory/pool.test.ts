import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { NATIVE } from "../../../src/lib/address.ts";
import { curveFactory } from "../../../src/protocols/curve-factory/index.ts";
import { fixedOf } from "../../../src/protocols/curve-factory/transitions.ts";
import { reservesAt } from "../../../src/protocols/curve-stableswap/reserves.ts";
import { exchange } from "../../../src/protocols/curve-stableswap/trade.ts";
import type { BlockContext } from "../../../src/protocols/protocol.ts";
import { crvUsdUsdc, nativePool, samples, threeCoins } from "./sample.ts";

const at: BlockContext = { number: 2n, timestamp: 1_800_000_000n };

const amount = z.string().transform(BigInt);
const numbers = {
  ...{ balances: z.array(amount), rates: z.array(amount), supply: amount },
  ...{ feeE10: amount, adminFeeE10: amount, timestamp: amount },
  ...{ initialA: amount, futureA: amount, initialATime: amount, futureATime: amount },
};
/** What others recorded of pools; see `test/fixtures/curve-factory/README.md`. */
const { pools, vectors } = z
  .object({
    pools: z.record(z.string(), z.object(numbers)),
    vectors: z.array(
      z.object({
        ...{ pool: z.string(), i: z.number(), j: z.number() },
        ...{ amount, expect: amount.nullable(), source: z.string() },
      }),
    ),
  })
  .parse(
    JSON.parse(
      readFileSync(new URL("../../fixtures/curve-factory/exchanges.json", import.meta.url), "utf8"),
    ),
  );

describe("quote", () => {
  test.each(vectors)("default: $amount of $i for $j of $pool, as recorded by $source", (vector) => {
    const pool = pools[vector.pool];
    if (pool === undefined) throw new Error(`No pool ${vector.pool} was recorded.`);
    const coins = pool.balances.map((_, i) => nativePool.coins[i % 2] ?? NATIVE);
    const state = { ...pool, ...fixedOf({ coins, code: "plain" }) };
    const { i, j, amount: amountIn } = vector;
    const paid = exchange(reservesAt(state, pool.timestamp), { i, j, amountIn })?.amountOut;
    expect(paid || null).toBe(vector.expect);
  });

  test("behavior: all that maxIn allows is paid, and one unit more is refused", () => {
    for (const state of samples) {
      for (const edge of curveFactory.edges(state)) {
        const most = curveFactory.maxIn(state, edge, at);
        expect(most).toBeGreaterThan(0n);
        expect(curveFactory.quote(state, edge, most, at).ok).toBe(true);
        expect(curveFactory.quote(state, edge, most + 1n, at).ok).toBe(false);
      }
    }
  });

  test("behavior: code that averages its price keeps a coin that has one", () => {
    const [usdc = NATIVE, crvUsd = NATIVE] = crvUsdUsdc.coins;
    const edge = { action: "redeem", tokenIn: crvUsdUsdc.lpToken, tokenOut: usdc } as const;
    const pool = {
      ...crvUsdUsdc,
      balances: [3_121_613_872_214n, 2_439_181_800_841_171_290_727_441n],
      supply: 5_551_930_317_592_826_494_067_543n,
    };
    expect(curveFactory.maxIn(pool, edge, at)).toBeLessThan(pool.supply);
    const second = { ...edge, tokenOut: crvUsd };
    // A price of more than 2^128 does not fit, which the second coin has where little is left.
    const most = curveFactory.maxIn(pool, second, at);
    expect(most).toBeGreaterThan(pool.supply / 2n);
    expect(most).toBeLessThan(curveFactory.maxIn(pool, edge, at));
    expect(curveFactory.maxIn({ ...pool, offpegE10: null }, second, at)).toBe(pool.supply);
  });

  test("behavior: code that averages its price does not trade where nearly nothing is left", () => {
    const drained = { ...crvUsdUsdc, balances: [8_219_345_678_901n, 1_000n] };
    for (const edge of curveFactory.edges(drained)) {
      expect(curveFactory.maxIn(drained, edge, at)).toBe(0n);
    }
    const { mint } = curveFactory.liquidity ?? {};
    expect(mint?.(drained, [10n ** 9n, 10n ** 21n], at)).toMatchObject({ ok: false });
    expect(mint?.(crvUsdUsdc, [10n ** 9n, 10n ** 21n], at)).toMatchObject({ ok: true });
  });
});

describe("actions", () => {
  const [native = NATIVE, other = NATIVE] = nativePool.coins;

  test("default: native currency is sent along, and other coins are approved", () => {
    const sold = { action: "swap", tokenIn: native, tokenOut: other } as const;
    expect(curveFactory.actions.swap?.(nativePool, sold, 1n)).toMatchObject({
      ...{ value: "amountIn", approve: false, amountOut: { from: "return", word: 0 } },
    });
    const bought = { action: "swap", tokenIn: other, tokenOut: native } as const;
    expect(curveFactory.actions.swap?.(nativePool, bought, 1n)).toMatchObject({
      ...{ value: "none", approve: true },
    });
    const deposited = { action: "deposit", tokenIn: native, tokenOut: nativePool.lpToken } as const;
    expect(curveFactory.actions.deposit?.(nativePool, deposited, 1n)).toMatchObject({
      ...{ value: "amountIn", approve: false },
    });
  });

  test("behavior: of all coins paid in, native currency goes with the call", () => {
    const { mintOperation } = curveFactory.liquidity ?? {};
    expect(mintOperation?.(nativePool, [5n, 6n]).stages).toMatchObject([
      { value: 0, approvals: [{ token: other, of: 1 }] },
    ]);
    const [only] = mintOperation?.(nativePool, [0n, 6n]).stages ?? [];
    expect(only).toMatchObject({ approvals: [{ token: other, of: 0 }] });
    expect(only).not.toHaveProperty("value");
    expect(mintOperation?.(threeCoins, [1n, 0n, 2n]).stages[0]).not.toHaveProperty("value");
  });
});
