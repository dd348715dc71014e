import { describe, expect, test } from "vitest";
import { MAX_UINT256 } from "../../../src/lib/math.ts";
import { RAY } from "../../../src/lib/rpow.ts";
import { apy, sharePriceRay } from "../../../src/protocols/erc4626/apy.ts";
import { accrued, edges, maxIn, quote, spotPrice } from "../../../src/protocols/erc4626/pool.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { savingsVault, vault } from "./sample.ts";

const deposit: Edge = { action: "deposit", tokenIn: vault.asset, tokenOut: vault.address };
const redeem: Edge = { action: "redeem", tokenIn: vault.address, tokenOut: vault.asset };
const at = { number: 2n, timestamp: 12n };
const YEAR = 31_536_000n;

describe("edges", () => {
  test("default", () => {
    expect(edges(vault)).toEqual([deposit, redeem]);
  });

  test("behavior: a paused or full vault keeps them", () => {
    expect(edges({ ...vault, depositPaused: true, redeemPaused: true })).toHaveLength(2);
    expect(edges({ ...vault, depositLimit: 0n })).toHaveLength(2);
  });

  test("behavior: no redemption where it takes a request; nothing where the formula does not hold", () => {
    expect(edges({ ...vault, redeemable: false })).toEqual([deposit]);
    expect(edges({ ...vault, usable: false })).toEqual([]);
    expect(edges({ ...vault, sharesTerm: 0n })).toEqual([]);
  });
});

describe("quote", () => {
  test("default: both directions round down", () => {
    // 1,000,000 * 1,000,000,000,001,000,000,000,000 / 1,050,000,000,001
    const shares = 952_380_952_380_997_732n;
    const result = quote(vault, deposit, 1_000_000n, at);
    expect(result).toMatchObject({ ok: true, amountOut: shares });
    expect(quote(vault, redeem, shares, at)).toMatchObject({ ok: true, amountOut: 999_999n });
  });

  test("behavior: the next state holds the trade", () => {
    const result = quote({ ...vault, depositLimit: 5_000_000n }, deposit, 1_000_000n, at);
    if (!result.ok) throw new Error(result.reason);
    const { assetsTerm, sharesTerm, totalSupply, depositLimit } = result.next;
    expect(assetsTerm).toBe(vault.assetsTerm + 1_000_000n);
    expect(sharesTerm).toBe(vault.sharesTerm + result.amountOut);
    expect(totalSupply).toBe(vault.totalSupply + result.amountOut);
    expect(depositLimit).toBe(4_000_000n);
    const back = quote(result.next, redeem, result.amountOut, at);
    expect(back).toMatchObject({ ok: true, next: { totalSupply: vault.totalSupply } });
  });

  test("behavior: savings are worth more a year later", () => {
    const later = { number: 3n, timestamp: savingsVault.rho + YEAR };
    const result = quote(savingsVault, redeem, 10n ** 18n, later);
    expect(result).toMatchObject({ ok: true, amountOut: 1_228_499_999_999_999_999n });
  });

  test("error: paused, though a limit is below too", () => {
    const paused = { ...vault, depositPaused: true, redeemPaused: true, depositLimit: 0n };
    for (const edge of [deposit, redeem]) {
      expect(maxIn(paused, edge)).toBe(0n);
      expect(quote(paused, edge, 1n, at)).toEqual({ ok: false, reason: "paused" });
    }
  });

  test("error: cap-exceeded", () => {
    const capped = { ...vault, depositLimit: 5n };
    expect(quote(capped, deposit, 6n, at)).toEqual({ ok: false, reason: "cap-exceeded" });
    expect(quote(capped, deposit, 5n, at).ok).toBe(true);
  });

  test("error: insufficient-liquidity", () => {
    const short = { ok: false, reason: "insufficient-liquidity" };
    expect(quote(vault, redeem, vault.totalSupply + 1n, at)).toEqual(short);
    expect(quote({ ...vault, redeemLimit: 10n ** 12n }, redeem, 10n ** 12n + 1n, at)).toEqual(
      short,
    );
    expect(quote(vault, deposit, MAX_UINT256, at)).toEqual(short);
  });

  test("error: amount-too-small", () => {
    const small = { ok: false, reason: "amount-too-small" };
    expect(quote(vault, deposit, 0n, at)).toEqual(small);
    expect(quote(vault, redeem, 900_000_000_000n, at)).toEqual(small);
  });
});

describe("spotPrice", () => {
  test("default", () => {
    const { assetsTerm, sharesTerm } = vault;
    expect(spotPrice(vault, deposit)).toEqual({ numerator: sharesTerm, denominator: assetsTerm });
    expect(spotPrice(vault, redeem)).toEqual({ numerator: assetsTerm, denominator: sharesTerm });
  });
});

describe("accrued", () => {
  test("default: compounds by the second, and only savings do", () => {
    const state = accrued(savingsVault, savingsVault.rho + 1n);
    expect(state.rho).toBe(savingsVault.rho + 1n);
    expect(state.assetsTerm).toBe((savingsVault.assetsTerm * savingsVault.rateRay) / RAY);
    expect(accrued(savingsVault, savingsVault.rho)).toBe(savingsVault);
    expect(accrued(vault, 10n ** 9n)).toBe(vault);
  });
});

describe("apy", () => {
  const usd = () => null;

  test("default: growth of the share price over the window", () => {
    const price = sharePriceRay(vault, 0n);
    const since = { ...vault, sincePriceRay: (price * 1_000n) / 1_001n, sinceTimestamp: 1_000 };
    const now = { number: 2n, timestamp: 1_000n + 2n * 86_400n };
    expect(apy(since, vault.address, { at: now, usd })).toBeCloseTo(18.25, 4);
    expect(apy(vault, vault.address, { at, usd })).toBe(0);
  });

  test("behavior: of savings the rate itself", () => {
    expect(apy(savingsVault, savingsVault.address, { at, usd })).toBeCloseTo(5, 10);
  });
});
