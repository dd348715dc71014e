import { describe, expect, test } from "vitest";
import { rateDurationSet, rateKept } from "../../../src/protocols/balancer-v2/rate-transitions.ts";
import {
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
    expect(tradeOf({ ...row, hasRates: true }, log)).toBeNull();
    expect(tradeOf({ ...row, kind: null }, log)).toBeNull();
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

  test("behavior: weighted pools with providers stay out, stable ones keep whom to ask", () => {
    const zero = "0x0000000000000000000000000000000000000000";
    const facts = {
      ...{ scalingFactors: [10n ** 18n], weights: [], yieldExempt: [true] },
      rateProviders: [TOKEN_IN, zero],
    } as const;
    const stable = described(registered, { ...facts, kind: "stable" }, 9);
    expect(stable).toMatchObject({ hasRates: false, yieldExempt: [true] });
    expect(stable.rateProviders).toEqual([TOKEN_IN.toLowerCase(), zero]);
    const weighted = described(registered, { ...facts, kind: "weighted" }, 9);
    expect(weighted).toMatchObject({ hasRates: true, rateProviders: [], yieldExempt: [] });
  });
});
