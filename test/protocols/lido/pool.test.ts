import { describe, expect, test } from "vitest";
import { MAX_UINT128 } from "../../../src/lib/math.ts";
import { lido } from "../../../src/protocols/lido/index.ts";
import { apy, edges, type LidoState, maxIn, quote } from "../../../src/protocols/lido/pool.ts";
import type { BlockContext } from "../../../src/protocols/protocol.ts";
import { samples } from "./sample.ts";

const ETHER = 10n ** 18n;
const at: BlockContext = { number: 2n, timestamp: 12n };
const [limited, unlimited] = samples as readonly [LidoState, LidoState];
const [submit, stakeAndWrap, wrap, unwrap] = edges(limited);
if (!submit || !stakeAndWrap || !wrap || !unwrap) throw new Error("Lido has four edges.");

describe("edges", () => {
  test("behavior: none before the first deposit", () => {
    expect(edges({ ...limited, internalEther: 0n, internalShares: 0n })).toEqual([]);
  });
});

describe("maxIn", () => {
  test("default: the limit of the next block", () => {
    const perBlock = limited.maxStakeLimit / 6_400n;
    expect(maxIn(limited, submit)).toBe(limited.prevStakeLimit + perBlock);
  });

  test("behavior: without a limit, what 128 bits can still count", () => {
    const largest = maxIn(unlimited, stakeAndWrap);
    const result = quote(unlimited, stakeAndWrap, largest, at);
    if (!result.ok) throw new Error(result.reason);
    expect(result.next.internalEther).toBe(MAX_UINT128);
    expect(quote(unlimited, stakeAndWrap, largest + 1n, at)).toMatchObject({ ok: false });
  });
});

describe("quote", () => {
  test("default: wstETH is worth its shares", () => {
    const result = quote(limited, stakeAndWrap, ETHER, at);
    const shares = (ETHER * limited.internalShares) / limited.internalEther;
    expect(result).toMatchObject({ ok: true, amountOut: shares });
    expect(quote(limited, wrap, ETHER, at)).toMatchObject({ amountOut: shares, next: limited });
  });

  test("behavior: stETH arrives less what rounding to whole shares takes", () => {
    const staked = quote(limited, submit, ETHER, at);
    expect(staked.ok && ETHER - staked.amountOut).toBeLessThan(5n);
    expect(staked.ok && ETHER - staked.amountOut).toBeGreaterThan(0n);
    const unwrapped = quote(limited, unwrap, ETHER, at);
    const worth = (ETHER * limited.internalEther) / limited.internalShares;
    expect(unwrapped.ok && worth - unwrapped.amountOut).toBeLessThan(6n);
  });

  test("behavior: a second stake in the block finds the rest of the limit", () => {
    const first = quote(limited, submit, 100_000n * ETHER, at);
    if (!first.ok) throw new Error(first.reason);
    const rest = maxIn(limited, submit) - 100_000n * ETHER;
    expect(quote(first.next, stakeAndWrap, rest, at).ok).toBe(true);
    expect(quote(first.next, stakeAndWrap, rest + 1n, at)).toMatchObject({
      reason: "cap-exceeded",
    });
  });

  test("error: insufficient-liquidity for more tokens than exist", () => {
    for (const edge of [wrap, unwrap]) {
      expect(quote(limited, edge, maxIn(limited, edge) + 1n, at)).toEqual({
        ok: false,
        reason: "insufficient-liquidity",
      });
    }
  });

  test("error: amount-too-small when no share is left", () => {
    for (const edge of [submit, stakeAndWrap, wrap]) {
      expect(quote(limited, edge, 1n, at)).toEqual({ ok: false, reason: "amount-too-small" });
    }
  });
});

describe("apy", () => {
  test("default: growth of the last report, by the year", () => {
    expect(apy(limited)).toBeCloseTo((0.0001 / 1.216) * 365 * 100, 6);
  });

  test("behavior: 0 before the first report", () => {
    const none = { sincePrice: 0n, sinceTimestamp: 0, latestPrice: 0n, latestTimestamp: 0 };
    expect(apy({ ...limited, ...none })).toBe(0);
  });
});

describe("defiTokens", () => {
  test("default: stETH may not be traded elsewhere, wstETH may", () => {
    expect(lido.defiTokens?.(limited).map(({ exact }) => exact)).toEqual([false, true]);
  });
});
