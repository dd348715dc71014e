import { describe, expect, test } from "vitest";
import { accountActions } from "../../../src/protocols/morpho-blue/actions.ts";
import { apy } from "../../../src/protocols/morpho-blue/apy.ts";
import {
  edges,
  marketKey,
  maxIn,
  positions,
  quote,
} from "../../../src/protocols/morpho-blue/pool.ts";
import { positionKey } from "../../../src/protocols/position.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { market } from "./sample.ts";

const at = { number: 2n, timestamp: 12n };
const key = positionKey(market.morpho, market.id);
const deposit: Edge = { action: "deposit", tokenIn: market.loanToken, tokenOut: key };

describe("edges", () => {
  test("default: a supply, credited to the market's position", () => {
    expect(edges(market)).toEqual([deposit]);
    expect(marketKey(market)).toBe(key);
  });

  test("behavior: none where the interest is unknown", () => {
    expect(edges({ ...market, model: "unknown" })).toEqual([]);
    expect(positions({ ...market, model: "unknown" })).toEqual([]);
    expect(accountActions({ ...market, model: "unknown" })).toEqual([]);
  });
});

describe("quote", () => {
  test("default: shares rounded down, virtual ones included", () => {
    // 1,000,000 * (950,000,000,000,000,000 + 1,000,000) / (1,000,000,000,000 + 1)
    const result = quote(market, deposit, 1_000_000n, at);
    expect(result).toMatchObject({ ok: true, amountOut: 950_000_000_000n });
    if (!result.ok) throw new Error(result.reason);
    expect(result.next.totalSupplyAssets).toBe(market.totalSupplyAssets + 1_000_000n);
    expect(result.next.totalSupplyShares).toBe(market.totalSupplyShares + 950_000_000_000n);
  });

  test("behavior: an empty market gives a million shares for a unit", () => {
    const empty = {
      ...market,
      totalSupplyAssets: 0n,
      totalSupplyShares: 0n,
      totalBorrowAssets: 0n,
    };
    expect(quote(empty, deposit, 7n, at)).toMatchObject({ ok: true, amountOut: 7_000_000n });
  });

  test("behavior: later, the same assets buy fewer shares", () => {
    const now = quote(market, deposit, 10n ** 12n, at);
    const later = quote(market, deposit, 10n ** 12n, { number: 3n, timestamp: 31_536_012n });
    if (!now.ok || !later.ok) throw new Error("Not quoted.");
    expect(later.amountOut).toBeLessThan(now.amountOut);
    expect(later.next.lastUpdate).toBe(31_536_012n);
  });

  test("error: amount-too-small", () => {
    const dear = { ...market, totalSupplyShares: 1n, totalSupplyAssets: 10n ** 20n };
    expect(quote(dear, deposit, 1n, at)).toEqual({ ok: false, reason: "amount-too-small" });
    expect(quote(market, deposit, 0n, at)).toEqual({ ok: false, reason: "amount-too-small" });
  });

  test("error: insufficient-liquidity beyond what uint128 holds", () => {
    const most = maxIn(market, deposit);
    expect(quote(market, deposit, most, at).ok).toBe(true);
    expect(quote(market, deposit, most + 1n, at)).toEqual({
      ...{ ok: false, reason: "insufficient-liquidity" },
    });
  });
});

describe("positions", () => {
  test("default: one, which anyone can be credited with", () => {
    expect(positions(market)).toMatchObject([
      {
        ...{ key, address: market.morpho, primaryAddress: market.morpho, id: market.id },
        ...{ underlyingTokens: [market.loanToken], credits: "anyone", delegateOnly: false },
      },
    ]);
  });
});

describe("accountActions", () => {
  test("default", () => {
    const offered = accountActions(market).map(({ verb, tokenIn, tokensOut }) => [
      verb,
      tokenIn,
      ...tokensOut,
    ]);
    expect(offered).toEqual([
      ["withdraw", key, market.loanToken],
      ["deposit", market.collateralToken, key],
      ["withdraw", key, market.collateralToken],
      ["borrow", market.collateralToken, market.loanToken],
      ["repay", market.loanToken],
    ]);
  });

  test("behavior: without a collateral only lent assets move", () => {
    const idle = {
      ...market,
      collateralToken: "0x0000000000000000000000000000000000000000",
    } as const;
    expect(accountActions(idle).map(({ verb }) => verb)).toEqual(["withdraw"]);
  });
});

describe("apy", () => {
  test("default: what borrowers pay, for the part that is lent, less the fee", () => {
    // 4 % at target; at 80 % utilization the curve is at 1 - 0.75 / 9 of it.
    const borrow = 4 * (1 - 0.75 / 9);
    expect(apy(market, key, { at, usd: () => null })).toBeCloseTo(borrow * 0.8 * 0.9, 6);
    const unlent = { ...market, totalBorrowAssets: 0n };
    expect(apy(unlent, key, { at, usd: () => null })).toBe(0);
    expect(apy({ ...market, model: "none" }, key, { at, usd: () => null })).toBe(0);
  });
});
