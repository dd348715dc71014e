import { describe, expect, test } from "vitest";
import { tradeOf, unregistered } from "../../../src/protocols/balancer-v2/transitions.ts";

const ADDRESS = "0x00000000000000000000000000000000000000b0";
const TOKEN_IN = "0x00000000000000000000000000000000000000A1";
const TOKEN_OUT = "0x00000000000000000000000000000000000000a2";

const row = { ...unregistered(ADDRESS, 1), kind: "weighted", swapFeeWad: 3n * 10n ** 15n } as const;
const log = { tokenIn: TOKEN_IN, tokenOut: TOKEN_OUT, amountIn: 1_001n, amountOut: 900n } as const;

describe("tradeOf", () => {
  test("default: the fee is a part of what came in, rounded up", () => {
    expect(tradeOf(row, log)).toEqual({
      ...log,
      tokenIn: TOKEN_IN.toLowerCase(),
      feeIn: 4n,
    });
  });

  test("behavior: a swap for the pool's own share is a join", () => {
    expect(tradeOf(row, { ...log, tokenOut: ADDRESS })).toBeNull();
  });

  test("behavior: pools that are not in the catalog", () => {
    expect(tradeOf({ ...row, hasRates: true }, log)).toBeNull();
    expect(tradeOf({ ...row, kind: null }, log)).toBeNull();
  });
});
