import { zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { collectedFeeChanged } from "../../../src/protocols/balancer-v2/fee-transitions.ts";
import {
  priceRateDurationSet,
  priceRateKept,
  rateDurationSet,
  rateKept,
} from "../../../src/protocols/balancer-v2/rate-transitions.ts";
import {
  balanceChanged,
  described,
  tokensRegistered,
  tradeOf,
  unregistered,
} from "../../../src/protocols/balancer-v2/transitions.ts";

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
    expect(tradeOf({ ...row, kind: null }, log)).toBeNull();
  });
});

describe("balanceChanged", () => {
  const ONE = 10n ** 18n;
  const first = {
    ...row,
    ...{ paysTokens: true, tokens: [TOKEN_IN, TOKEN_OUT] as const, scales: [1n, 1n] },
    ...{ weights: [(8n * ONE) / 10n, (2n * ONE) / 10n], balances: [110n * ONE, 110n * ONE] },
    ...{ totalSupply: 200n * ONE, settledSupply: 200n * ONE, lastInvariant: 100n * ONE },
    protocolFeeWad: ONE / 2n,
  };
  const at = { block: 7, timestamp: 1_000 };
  const join = { deltas: [ONE, ONE], protocolFeeAmounts: [0n, 0n] } as const;

  test("default: what a pool of the first version pays the protocol leaves its balance", () => {
    const after = balanceChanged(
      { ...first, tokens: [...first.tokens] },
      { ...join, protocolFeeAmounts: [5n, 0n] },
      at,
    );
    expect(after.balances).toEqual([111n * ONE - 5n, 111n * ONE]);
  });

  test("behavior: it pays nothing while it is paused", () => {
    const [open, paused] = [0, 1_000].map((pausedUntil) =>
      balanceChanged({ ...first, tokens: [...first.tokens], pausedUntil }, join, at),
    );
    expect(paused?.lastInvariant).toBeGreaterThan(open?.lastInvariant ?? 0n);
  });

  test("behavior: another part for the protocol counts from the next join on", () => {
    const changed = collectedFeeChanged({ ...first, tokens: [...first.tokens] }, 3n, 9);
    expect(changed).toMatchObject({ protocolFeeWad: 3n, lastInvariant: 100n * ONE });
  });
});

describe("rateKept", () => {
  const OWN = "0x00000000000000000000000000000000000000b0";
  const registered = tokensRegistered(unregistered(OWN, 1), [TOKEN_IN, OWN, TOKEN_OUT], 1);
  const at = { block: 7, timestamp: 1_000 };

  test("default: kept for the duration that follows, and old before the first join", () => {
    const kept = rateKept(registered, { tokenIndex: 2n, rate: 12n }, at);
    const set = rateDurationSet(kept, { tokenIndex: 2n, cacheDuration: 60n }, at);
    expect(set).toMatchObject({
      ...{ rates: [0n, 0n, 12n], oldRates: [0n, 0n, 12n], liveRates: [0n, 0n, 12n] },
      ...{ rateExpiries: [0n, 0n, 1_060n], rateDurations: [0n, 0n, 60n], updatedBlock: 7 },
    });
  });

  test("behavior: another rate leaves the old one", () => {
    const set = rateDurationSet(
      rateKept(registered, { tokenIndex: 0n, rate: 10n }, at),
      { tokenIndex: 0n, cacheDuration: 60n },
      at,
    );
    const later = rateKept(set, { tokenIndex: 0n, rate: 11n }, { block: 8, timestamp: 2_000 });
    expect(later).toMatchObject({
      ...{ rates: [11n, 0n, 0n], oldRates: [10n, 0n, 0n], rateExpiries: [2_060n, 0n, 0n] },
    });
  });

  test("behavior: the first version names the token, and tells of no provider as well", () => {
    const PROVIDER = "0x00000000000000000000000000000000000000f1";
    const kept = priceRateKept(registered, { token: TOKEN_OUT, rate: 12n }, at);
    const log = { token: TOKEN_OUT, provider: PROVIDER, cacheDuration: 60n } as const;
    const set = priceRateDurationSet(kept, log, at);
    expect(set).toMatchObject({ rates: [0n, 0n, 12n], rateExpiries: [0n, 0n, 1_060n] });
    const none = { ...log, token: TOKEN_IN, provider: zeroAddress } as const;
    expect(priceRateDurationSet(set, none, at)).toBe(set);
    expect(priceRateKept(set, { token: PROVIDER, rate: 1n }, at)).toBe(set);
  });

  test("behavior: pools with providers keep whom to ask", () => {
    const zero = "0x0000000000000000000000000000000000000000";
    const facts = {
      ...{ scalingFactors: [10n ** 18n], weights: [], shape: [], yieldExempt: [true] },
      ...{ paysTokens: false },
      rateProviders: [TOKEN_IN, zero],
    } as const;
    const stable = described(registered, { ...facts, kind: "stable" }, 9);
    expect(stable).toMatchObject({ yieldExempt: [true] });
    expect(stable.rateProviders).toEqual([TOKEN_IN.toLowerCase(), zero]);
    const first = described(registered, { ...facts, paysTokens: true, kind: "stable" }, 9);
    expect(first).toMatchObject({ yieldExempt: [], paysTokens: true });
    const unrated = { ...facts, rateProviders: [zero, zero], yieldExempt: [] } as const;
    const weighted = described(registered, { ...unrated, kind: "weighted" }, 9);
    expect(weighted).toMatchObject({ rateProviders: [], yieldExempt: [] });
  });
});
