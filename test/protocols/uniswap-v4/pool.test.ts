import { describe, expect, test } from "vitest";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { swap } from "../../../src/protocols/uniswap-v4/actions.ts";
import { isKnownByEvents } from "../../../src/protocols/uniswap-v4/admission.ts";
import { deployments } from "../../../src/protocols/uniswap-v4/contracts.ts";
import { swapFeesPips } from "../../../src/protocols/uniswap-v4/fees.ts";
import { edges, maxIn, quote, type UniswapV4Pool } from "../../../src/protocols/uniswap-v4/pool.ts";
import { swapExecuters } from "../../../src/protocols/uniswap-v4/routers.ts";
import { samples } from "./sample.ts";

const [plain, skewed] = samples as readonly [UniswapV4Pool, UniswapV4Pool];
const MAX_INT128 = (1n << 127n) - 1n;

describe("isKnownByEvents", () => {
  const withBits = (bits: bigint) =>
    isKnownByEvents({
      fee: 3_000,
      hooks: `0x${((1n << 100n) | bits).toString(16).padStart(40, "0")}`,
    });

  test("default: no hook, or one that only liquidity, donations and the start ask", () => {
    expect(isKnownByEvents({ fee: 3_000, hooks: ZERO_ADDRESS })).toBe(true);
    expect(withBits(0b11_1111_0011_0011n)).toBe(true);
  });

  test.each([7n, 6n, 3n, 2n])("behavior: bit %i is asked by swaps", (bit) => {
    expect(withBits(1n << bit)).toBe(false);
  });

  test("behavior: a fee that a hook sets has no event", () => {
    expect(isKnownByEvents({ fee: 0x800000, hooks: `0x${"1".padStart(40, "0")}` })).toBe(false);
  });
});

describe("swapFeesPips", () => {
  test.each([
    [3_000, 0, 3_000],
    [0, 0, 0],
    [10, 8_194, 12],
    [3_000, 1_000 | (500 << 12), [3_997, 3_499]],
    [1_000_000, 1_000, 1_000_000],
    [123_457, 1, [123_458, 123_457]],
  ])("default: %i of providers and %i of the protocol", (lpFeePips, protocolFee, expected) => {
    expect(swapFeesPips(lpFeePips, protocolFee)).toEqual(expected);
  });
});

describe("edges", () => {
  test("behavior: none where the fee is all of the input", () => {
    expect(edges(plain)).toHaveLength(2);
    expect(edges({ ...plain, feePips: 1_000_000 })).toEqual([]);
    expect(edges({ ...plain, feePips: [1_000_000, 999_999] })).toHaveLength(1);
  });
});

describe("quote", () => {
  test("behavior: each direction pays its own fee", () => {
    for (const [at, edge] of edges(skewed).entries()) {
      const feePips = [3_500, 4_000][at] as number;
      const same = quote({ ...plain, feePips }, edge, 10n ** 17n);
      const quoted = quote(skewed, edge, 10n ** 17n);
      expect(same.ok && quoted.ok && quoted.amountOut === same.amountOut).toBe(true);
    }
  });

  test("error: insufficient-liquidity beyond what the manager accounts for", () => {
    const deep = { ...plain, tick: 0, ticks: plain.ticks };
    for (const edge of edges(deep)) {
      expect(maxIn(deep, edge)).toBeLessThanOrEqual(MAX_INT128);
      const beyond = quote(deep, edge, MAX_INT128 + 1n);
      expect(beyond).toEqual({ ok: false, reason: "insufficient-liquidity" });
    }
  });
});

describe("swap", () => {
  test("default: names the pool by its key, with the fee of its providers", () => {
    const [sell, buy] = edges(skewed) as [never, never];
    expect(swap(skewed, sell)).toEqual({
      kind: "v4-swap",
      manager: skewed.manager,
      key: {
        ...{ currency0: ZERO_ADDRESS, currency1: skewed.token1 },
        ...{ fee: 3_000, tickSpacing: 60, hooks: ZERO_ADDRESS },
      },
      zeroForOne: true,
    });
    expect(swap(skewed, buy)).toMatchObject({ zeroForOne: false });
    expect(skewed.token0).toBe(NATIVE);
  });
});

describe("swapExecuters", () => {
  test("default: the manager and a router on every chain", () => {
    for (const { slug, chains } of deployments) {
      for (const [chainId, { contracts }] of Object.entries(chains)) {
        expect(swapExecuters(slug, Number(chainId))[0]).toBe(contracts.manager);
        expect(swapExecuters(slug, Number(chainId))).toHaveLength(2);
      }
    }
    expect(swapExecuters("uniswap-v4", 100)).toEqual([]);
  });
});
