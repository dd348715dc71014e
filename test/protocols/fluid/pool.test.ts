import { describe, expect, test } from "vitest";
import { NATIVE } from "../../../src/lib/address.ts";
import { swap } from "../../../src/protocols/fluid/actions.ts";
import { edges, holdings, maxIn, quote, spotPrice } from "../../../src/protocols/fluid/pool.ts";
import { pricesAt, variablesOf } from "../../../src/protocols/fluid/prices.ts";
import { reservesAt } from "../../../src/protocols/fluid/reserves.ts";
import type { FluidPool } from "../../../src/protocols/fluid/state.ts";
import { bitsOf, withBits } from "../../../src/protocols/fluid/words.ts";
import { both, collateralOnly, debtOnly } from "./sample.ts";

const ONE = 10n ** 18n;
const E27 = 10n ** 27n;
const at = { number: 2n, timestamp: 12n };

function edgesOf(state: FluidPool) {
  const [forward, back] = edges(state);
  if (forward === undefined || back === undefined) throw new Error("no edges");
  return [forward, back] as const;
}

function configured(state: FluidPool, from: number, count: number, value: bigint): FluidPool {
  return { ...state, config: withBits(state.config, { from, count, value }) };
}

describe("quote", () => {
  test("default: near the center price, less the fee", () => {
    const [forward, back] = edgesOf(both);
    const sold = quote(both, forward, ONE, at);
    if (!sold.ok) throw new Error(sold.reason);
    // 1.2 of the other token, less 0.05 % and a little for the size.
    expect(Number(sold.amountOut) / 1.2e18).toBeCloseTo(0.9995, 4);
    const returned = quote(sold.next, back, sold.amountOut, at);
    if (!returned.ok) throw new Error(returned.reason);
    expect(Number(returned.amountOut) / 1e18).toBeCloseTo(0.999, 4);
  });

  test("behavior: what is paid is a whole number of 12 decimals", () => {
    const sold = quote(both, edgesOf(both)[0], 123_456_789_123_456_789n, at);
    if (!sold.ok) throw new Error(sold.reason);
    expect(sold.amountOut % 10n ** 6n).toBe(0n);
  });

  test("behavior: the next state has the price, its time, and the supplies that moved", () => {
    const [forward] = edgesOf(collateralOnly);
    const sold = quote(collateralOnly, forward, 10n * ONE, at);
    if (!sold.ok) throw new Error(sold.reason);
    const { lastPrice, lastTime, previousPrice } = variablesOf(sold.next);
    expect(lastTime).toBe(12n);
    expect(previousPrice).toBe(variablesOf(collateralOnly).lastPrice);
    expect(lastPrice < E27).toBe(true);
    const supplied = (state: FluidPool, place: 0 | 1) => holdings(state, at)[place]?.amount ?? 0n;
    expect(supplied(sold.next, 0) > supplied(collateralOnly, 0) + 9n * ONE).toBe(true);
    expect(supplied(sold.next, 1) < supplied(collateralOnly, 1) - 9n * ONE).toBe(true);
    expect(sold.next.accounts[0].balance).toBe(collateralOnly.accounts[0].balance + 10n * ONE);
    expect(sold.next.accounts[1].balance).toBe(collateralOnly.accounts[1].balance - sold.amountOut);
  });

  test("behavior: a pool of debt pays it back and borrows", () => {
    const [forward] = edgesOf(debtOnly);
    const sold = quote(debtOnly, forward, 1_000_000_000n, at);
    if (!sold.ok) throw new Error(sold.reason);
    const owed = (state: FluidPool, place: 0 | 1) => bitsOf(state.accounts[place].borrow, 9, 56);
    expect(owed(sold.next, 0)).toBeLessThan(owed(debtOnly, 0));
    expect(owed(sold.next, 1)).toBeGreaterThan(owed(debtOnly, 1));
    expect(sold.next.accounts[0].supply).toBe(debtOnly.accounts[0].supply);
  });

  test("error: paused", () => {
    const [forward] = edgesOf(both);
    const paused = configured(both, 255, 1, 1n);
    expect(quote(paused, forward, ONE, at)).toEqual({ ok: false, reason: "paused" });
    expect(maxIn(paused, forward, at)).toBe(0n);
    const [first, second] = both.accounts;
    const refused: FluidPool = {
      ...both,
      accounts: [first, { ...second, supply: second.supply | (1n << 255n) }],
    };
    expect(quote(refused, forward, ONE, at)).toEqual({ ok: false, reason: "paused" });
  });

  test("error: amount-too-small", () => {
    const [forward] = edgesOf(both);
    const reason = "amount-too-small";
    // A millionth of a token is the least.
    expect(quote(both, forward, 10n ** 12n - 1n, at)).toEqual({ ok: false, reason });
    expect(quote(both, forward, 10n ** 12n, at).ok).toBe(true);
    // The Liquidity layer keeps a whole unit of so few for its part of the fee.
    expect(quote(debtOnly, edgesOf(debtOnly)[0], 100n, at)).toEqual({ ok: false, reason });
    expect(quote(debtOnly, edgesOf(debtOnly)[0], 1_000n, at).ok).toBe(true);
  });

  test("error: insufficient-liquidity where the price would move by a twentieth", () => {
    // All may be withdrawn.
    const [first, second] = collateralOnly.accounts;
    const supply = withBits(second.supply, { from: 65, count: 64, value: 0n });
    const free: FluidPool = { ...collateralOnly, accounts: [first, { ...second, supply }] };
    const [forward] = edgesOf(free);
    const most = maxIn(free, forward, at);
    expect(most).toBeGreaterThan(maxIn(collateralOnly, forward, at));
    const reason = "insufficient-liquidity";
    expect(quote(free, forward, most + 10n ** 12n, at)).toEqual({ ok: false, reason });
  });

  test("error: cap-exceeded at the limits of the Liquidity layer", () => {
    const [forward] = edgesOf(debtOnly);
    const reason = "cap-exceeded";
    // Limits that do not expand.
    const [first, second] = debtOnly.accounts;
    const borrow = withBits(second.borrow, { from: 162, count: 14, value: 1n });
    const tight: FluidPool = { ...debtOnly, accounts: [first, { ...second, borrow }] };
    const most = maxIn(tight, forward, at);
    expect(most).toBeLessThan(maxIn(debtOnly, forward, at));
    expect(quote(tight, forward, most * 2n, at)).toEqual({ ok: false, reason });
    // More of the token is borrowed than the pool puts up with.
    const limited = configured(debtOnly, 238, 10, 1n);
    expect(quote(limited, forward, 1_000_000n, at)).toEqual({ ok: false, reason });
    // The layer holds nothing to pay with.
    const empty: FluidPool = { ...debtOnly, accounts: [first, { ...second, balance: 0n }] };
    expect(quote(empty, forward, 1_000_000n, at)).toEqual({ ok: false, reason });
  });
});

describe("pricesAt", () => {
  test("default: the range around the center", () => {
    const { center, upper, lower } = pricesAt(debtOnly, 12n);
    expect(Number(center) / 1e27).toBeCloseTo(1, 9);
    expect(Number(upper) / 1e27).toBeCloseTo(1 / (1 - 0.0015), 9);
    expect(Number(lower) / 1e27).toBeCloseTo(1 - 0.0015, 9);
  });

  test("behavior: a center moves to an end of the range that the price is near to", () => {
    const old = bitsOf(collateralOnly.variables, 41, 40);
    // The last price is 4 % above the center, of 5.26 % that the range has.
    const raised = (old >> 8n) + (old >> 8n) / 25n;
    const value = (raised << 8n) | (old & 0xffn);
    const variables = withBits(collateralOnly.variables, { from: 41, count: 40, value });
    const moving = { ...collateralOnly, variables };
    const centerAt = (timestamp: bigint) => Number(pricesAt(moving, timestamp).center) / 1e27;
    expect(centerAt(0n)).toBeCloseTo(1, 9);
    expect(centerAt(1_800n)).toBeCloseTo(1 + 0.05 / 0.95 / 2, 6);
    expect(centerAt(100_000n)).toBeCloseTo(1 / 0.95, 6);
  });

  test("behavior: a range moves to a new width in its time", () => {
    const shifts = 20_000n | (20_000n << 20n) | (1_000n << 40n);
    const moving = { ...configured(debtOnly, 26, 1, 1n), shifts };
    const upperAt = (timestamp: bigint) => Number(pricesAt(moving, timestamp).upper) / 1e27;
    expect(upperAt(0n)).toBeCloseTo(1 / (1 - 0.02), 6);
    expect(upperAt(500n)).toBeCloseTo(1 / (1 - 0.01075), 6);
    expect(upperAt(1_001n)).toBeCloseTo(1 / (1 - 0.0015), 6);
  });

  test("behavior: a center moves to what its contract says by a percent in some seconds", () => {
    const shift = (10_000n << 33n) | (1_000n << 53n);
    const moving = {
      ...configured(both, 248, 1, 1n),
      ...{ externalPrice: (13n * E27) / 10n, centerShift: shift },
    };
    expect(Number(pricesAt(moving, 500n).center) / 1e27).toBeCloseTo(1.2 * 1.005, 6);
    const over = pricesAt(moving, 10_000n);
    expect(over.isCenterShifted).toBe(true);
    expect(over.center).toBe((13n * E27) / 10n);
  });
});

describe("reservesAt", () => {
  test("default: interest grows supplies and debts", () => {
    const reserves = (timestamp: bigint) =>
      reservesAt(both, pricesAt(both, timestamp), timestamp)?.collateral?.real[0] ?? 0n;
    expect(reserves(31_536_000n)).toBeGreaterThan(reserves(12n));
  });

  test("behavior: none where a debt of one token is 0", () => {
    const [first, second] = debtOnly.accounts;
    const none: FluidPool = {
      ...debtOnly,
      accounts: [
        { ...first, borrow: 1n },
        { ...second, borrow: 1n },
      ],
    };
    expect(reservesAt(none, pricesAt(none, 12n), 12n)).toBeNull();
    expect(edges(none)).toEqual([]);
  });
});

describe("spotPrice", () => {
  test("default", () => {
    const { numerator, denominator } = spotPrice(both, edgesOf(both)[0], at);
    expect(Number(numerator) / Number(denominator)).toBeCloseTo(1.2, 3);
  });
});

describe("swap", () => {
  test("default: tokens are approved, native currency is sent along", () => {
    const [forward, back] = edgesOf(both);
    expect(swap(both, forward)).toMatchObject({ approve: true, value: "none" });
    expect(back.tokenIn).toBe(NATIVE);
    expect(swap(both, back)).toMatchObject({ approve: false, value: "amountIn" });
  });
});
