import { describe, expect, test } from "vitest";
import { curveGauge } from "../../../src/protocols/curve-gauge/index.ts";
import { gauge, position } from "./sample.ts";

const at = { number: 2n, timestamp: 1_000n };
const deposit = { action: "deposit", tokenIn: gauge.lpToken, tokenOut: gauge.address } as const;
const redeem = { action: "redeem", tokenIn: gauge.address, tokenOut: gauge.lpToken } as const;
const { edges, maxIn, quote, actions } = curveGauge;

describe("edges", () => {
  test("default: a deposit, and a redemption where there is a token", () => {
    expect(edges(gauge)).toEqual([deposit, redeem]);
    expect(edges(position)).toEqual([
      { action: "deposit", tokenIn: position.lpToken, tokenOut: position.address },
    ]);
  });
});

describe("quote", () => {
  test("default: one to one, the deposits follow", () => {
    const given = quote(gauge, deposit, 5n, at);
    expect(given).toMatchObject({ ok: true, amountOut: 5n });
    expect(given.ok && given.next).toEqual({ ...gauge, supply: gauge.supply + 5n });
    const taken = quote(gauge, redeem, gauge.supply, at);
    expect(taken.ok && taken.next.supply).toBe(0n);
  });

  test("error: insufficient-liquidity", () => {
    for (const edge of [deposit, redeem]) {
      const failure = { ok: false, reason: "insufficient-liquidity" };
      expect(quote(gauge, edge, maxIn(gauge, edge, at), at).ok).toBe(true);
      expect(quote(gauge, edge, maxIn(gauge, edge, at) + 1n, at)).toEqual(failure);
    }
  });
});

describe("positions", () => {
  test("default: gauges that are no tokens, by the caller's own deposits", () => {
    expect(curveGauge.positions?.(gauge)).toEqual([]);
    expect(curveGauge.defiTokens?.(position)).toEqual([]);
    expect(curveGauge.positions?.(position)).toMatchObject([
      { key: position.address, credits: "caller", underlyingTokens: [position.lpToken], id: null },
    ]);
    expect(curveGauge.defiTokens?.(gauge)).toEqual([
      {
        address: gauge.address,
        underlyingTokens: [gauge.lpToken],
        primaryAddress: gauge.address,
        exact: true,
      },
    ]);
  });
});

describe("actions", () => {
  test("default: the recipient is credited", () => {
    expect(actions.deposit?.(gauge, deposit, 1n)).toMatchObject({
      args: [{ kind: "amountIn" }, { kind: "recipient" }],
      pays: "recipient",
    });
  });

  test("behavior: versions that ask for leave credit their caller", () => {
    for (const state of [position, { ...gauge, kind: "own-account" as const }]) {
      expect(actions.deposit?.(state, deposit, 1n)).toMatchObject({
        args: [{ kind: "amountIn" }],
        pays: "caller",
      });
    }
  });
});

describe("accountActions", () => {
  test("default: withdrawals, and a claim where there are rewards", () => {
    const verbs = (state: typeof gauge) =>
      curveGauge.accountActions?.(state).map(({ verb, tokensOut }) => [verb, ...tokensOut]);
    expect(verbs(gauge)).toEqual([
      ["withdraw", gauge.lpToken],
      ["harvest", gauge.rewards[0]?.token],
    ]);
    expect(verbs(position)).toEqual([["withdraw", position.lpToken]]);
  });
});

describe("apy", () => {
  const usd = (token: string) => (token === gauge.lpToken ? 2e-18 : 5e-19);
  const percent = (
    state: typeof gauge,
    timestamp = 1_000n,
    price: typeof usd | (() => null) = usd,
  ) => curveGauge.apy?.(state, state.address, { at: { number: 1n, timestamp }, usd: price });

  test("default: a year's rewards over the deposits", () => {
    // 0.01 a second of half a dollar, over a million of two dollars: 157,680 of 2,000,000 a year.
    expect(percent(gauge)).toBeCloseTo(7.884, 9);
  });

  test("behavior: 0 without price, deposits or a running stream", () => {
    expect(percent(gauge, 604_800n)).toBe(0);
    expect(percent({ ...gauge, supply: 0n })).toBe(0);
    expect(percent(gauge, 1_000n, () => null)).toBe(0);
    expect(percent(position)).toBe(0);
  });
});
