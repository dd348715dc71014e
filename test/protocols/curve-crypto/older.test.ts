import { describe, expect, test } from "vitest";
import {
  geometricMean,
  halfPower,
  squareRoot,
} from "../../../src/protocols/curve-crypto/older-newton.ts";
import { exchange, paidFor } from "../../../src/protocols/curve-crypto/trade.ts";
import { olderRecorded, olderVectors } from "./older-recorded.ts";

const E18 = 10n ** 18n;

const single = olderVectors.flatMap((vector) =>
  "sequence" in vector.call ? [] : [{ ...vector, call: vector.call }],
);

describe("paidFor", () => {
  test.each(single)("default: older pools as recorded by $source, $call", (vector) => {
    const { state, coins, timestamp } = olderRecorded(vector.pool);
    const { tokenIn, tokenOut, amount: amountIn } = vector.call;
    const trade = { i: coins.indexOf(tokenIn), j: coins.indexOf(tokenOut), amountIn };
    expect(paidFor(state, trade, timestamp)?.amountOut).toBe(vector.expect.amount);
  });
});

describe("exchange", () => {
  test.each(
    olderVectors.filter(({ call }) => "sequence" in call),
  )("behavior: balances of older pools as recorded by $source", ({
    pool,
    call,
    expect: wanted,
  }) => {
    const of = (moves: boolean | null) => {
      const { state: first, coins, timestamp } = olderRecorded(pool, moves);
      let state = first;
      return ("sequence" in call ? call.sequence : []).map((one) => {
        const [i, j] = [coins.indexOf(one.tokenIn), coins.indexOf(one.tokenOut)];
        const traded = exchange(state, { i, j, amountIn: one.amount }, timestamp);
        if (traded === null) return null;
        state = traded.next;
        return state.balances;
      });
    };
    expect(of(false)).toEqual(wanted.balances);
    // Whether the scale is about to move decides what the second trade pays.
    const moving = of(true);
    expect(moving[0]).toEqual(wanted.balances?.[0]);
    expect(moving[1]).not.toEqual(wanted.balances?.[1]);
    expect(of(null)).toEqual([wanted.balances?.[0], null, null]);
  });
});

describe("halfPower", () => {
  test("default: good for eight decimals", () => {
    for (const [power, half] of [
      [0n, 1],
      [E18, 0.5],
      [E18 / 2n, Math.SQRT1_2],
      [3n * E18 + E18 / 5n, 2 ** -3.2],
    ] as const) {
      expect(Number(halfPower(power)) / 1e18).toBeCloseTo(half, 7);
    }
    expect(halfPower(60n * E18)).toBe(0n);
  });
});

describe("geometricMean", () => {
  test("default: of two and of three", () => {
    expect(geometricMean([4n * E18, 9n * E18])).toBe(6n * E18);
    // As near as the steps come.
    expect(geometricMean([8n * E18, E18, E18])).toBe(2n * E18 - 1n);
    expect(geometricMean([0n, 0n])).toBeNull();
  });
});

describe("squareRoot", () => {
  test("default: of 18 decimals", () => {
    expect(squareRoot(0n)).toBe(0n);
    expect(squareRoot(4n * E18)).toBe(2n * E18);
    expect(squareRoot(E18 / 4n)).toBe(E18 / 2n);
  });
});
