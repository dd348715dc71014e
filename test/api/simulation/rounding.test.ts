import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { isRoundingOn, ROUNDING, roundingOf } from "../../../src/api/simulation/rounding.ts";
import type { EdgeAction } from "../../../src/protocols/protocol.ts";
import { addressOf } from "../graph/chain-of-blocks.ts";

const [dollar, shares, cheap, pool] = [1, 2, 3, 4].map(addressOf) as [
  Address,
  Address,
  Address,
  Address,
];
const snapshot = {
  defiTokens: new Map([
    [shares, { token: { exact: false } }],
    [pool, { token: { exact: true } }],
  ]),
} as unknown as Parameters<typeof roundingOf>[0];

function hop(tokenIn: Address, tokenOut: Address, amounts: readonly [bigint, bigint]) {
  const edge = { action: "swap" as EdgeAction, tokenIn, tokenOut };
  return { edge, amountIn: amounts[0], amountOut: amounts[1] };
}

describe("rounding", () => {
  test("default: nothing where no token rounds", () => {
    const hops = [hop(dollar, pool, [10n ** 6n, 10n ** 18n])];
    expect(isRoundingOn(snapshot, hops)).toBe(false);
    expect(roundingOf(snapshot, { tokenOut: pool, hops })).toBe(0n);
  });

  test("behavior: of what is paid last, its own units", () => {
    const hops = [hop(dollar, shares, [10n ** 6n, 3n * 10n ** 14n])];
    expect(isRoundingOn(snapshot, hops)).toBe(true);
    expect(roundingOf(snapshot, { tokenOut: shares, hops })).toBe(ROUNDING);
  });

  test("behavior: on the way, what its units are worth, and no less than units", () => {
    const first = hop(dollar, shares, [10n ** 6n, 10n ** 14n]);
    const dear = [first, hop(shares, cheap, [10n ** 14n, 10n ** 22n])];
    expect(roundingOf(snapshot, { tokenOut: cheap, hops: dear })).toBe((ROUNDING + 1n) * 10n ** 8n);
    const small = [first, hop(shares, dollar, [10n ** 14n, 10n ** 6n])];
    expect(roundingOf(snapshot, { tokenOut: dollar, hops: small })).toBe(ROUNDING);
  });

  test("behavior: what is given at first arrives rounded", () => {
    const hops = [hop(shares, pool, [10n ** 14n, 2n * 10n ** 14n])];
    expect(roundingOf(snapshot, { tokenOut: pool, hops })).toBe(2n * (ROUNDING + 1n));
  });

  test("behavior: what a redemption pays beside counts by what it becomes", () => {
    const redemption = {
      ...hop(pool, dollar, [10n ** 18n, 10n ** 6n]),
      edge: { action: "redeem" as EdgeAction, tokenIn: pool, tokenOut: dollar },
      beside: [{ token: shares, amount: 10n ** 14n }],
    };
    const hops = [redemption, hop(shares, dollar, [10n ** 14n, 5n * 10n ** 14n])];
    expect(roundingOf(snapshot, { tokenOut: dollar, hops })).toBe(5n * (ROUNDING + 1n));
  });
});
