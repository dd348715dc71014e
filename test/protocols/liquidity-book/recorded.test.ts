import { describe, expect, test } from "vitest";
import { quote } from "../../../src/protocols/liquidity-book/pool.ts";
import { recordedPair, swaps } from "./fixture.ts";

describe("quote", () => {
  test.each(swaps)("behavior: as recorded: $pool, $kind, $amount", (one) => {
    const { state, timestamp } = recordedPair(one.pool);
    const isX = one.tokenIn === state.tokenX;
    const [tokenIn, tokenOut] = isX ? [state.tokenX, state.tokenY] : [state.tokenY, state.tokenX];
    const edge = { action: "swap", tokenIn, tokenOut } as const;
    const paidFor = (amountIn: bigint) => {
      const quoted = quote(state, edge, amountIn, { number: 1n, timestamp });
      return quoted.ok ? quoted.amountOut : 0n;
    };
    if (one.kind === "exactIn") {
      expect(paidFor(one.amount)).toBe(one.expected);
      return;
    }
    // The least input that pays the amount, but for the rounding up of the fee.
    expect(paidFor(one.expected)).toBe(one.amount);
    expect(paidFor(one.expected - 10n ** 13n)).toBeLessThan(one.amount);
  });
});
