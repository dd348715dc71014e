import { describe, expect, test } from "vitest";
import { burn, mint } from "../../../src/protocols/curve-crypto/liquidity.ts";
import { maxIn } from "../../../src/protocols/curve-crypto/max-in.ts";
import {
  averagesAt,
  averagesBefore,
  remaining,
} from "../../../src/protocols/curve-crypto/oracle.ts";
import {
  type CurveCryptoPool,
  edges,
  quote,
  spotPrice,
} from "../../../src/protocols/curve-crypto/pool.ts";
import { cbrt } from "../../../src/protocols/curve-crypto/roots.ts";
import { exchange } from "../../../src/protocols/curve-crypto/trade.ts";
import type { BlockContext } from "../../../src/protocols/protocol.ts";
import { type RecordedCall, recordedPool, vectors } from "./recorded.ts";
import { moving, samples, threeCoins, twoCoins } from "./sample.ts";

const at: BlockContext = { number: 2n, timestamp: 1_800_000_000n };
const E18 = 10n ** 18n;

/** What the contract does, whatever `maxIn` says: numbers beyond it are among those recorded. */
function exchanged(
  state: CurveCryptoPool,
  { tokenIn, tokenOut, amount }: RecordedCall,
  timestamp: bigint,
) {
  const [i, j] = [state.coins.indexOf(tokenIn), state.coins.indexOf(tokenOut)];
  const traded = exchange(state, { i, j, amountIn: amount }, timestamp);
  return traded === null || traded.amountOut === 0n ? null : traded;
}

const single = vectors.flatMap((vector) =>
  "sequence" in vector.call ? [] : [{ ...vector, call: vector.call }],
);

describe("exchange", () => {
  test.each(
    single.filter(({ call }) => call.kind === "exchange"),
  )("default: as recorded by $source", ({ pool, call, expect: expected }) => {
    const { state, timestamp } = recordedPool(pool);
    expect(exchanged(state, call, timestamp)?.amountOut ?? null).toBe(expected.amount ?? null);
  });

  test.each(
    single.filter(({ call, origin }) => call.kind === "exactOut" && origin === "chain"),
  )("behavior: what $source wants to pay pays it but for a unit", ({
    pool,
    call,
    expect: { amount = 0n },
  }) => {
    const { state, timestamp } = recordedPool(pool);
    const paid = exchanged(state, { ...call, amount }, timestamp)?.amountOut ?? 0n;
    expect(paid - call.amount).toBeGreaterThanOrEqual(-1n);
    expect(paid - call.amount).toBeLessThanOrEqual(1n);
  });

  test.each(
    vectors.filter(({ call }) => "sequence" in call),
  )("behavior: next states are as recorded by $source", ({
    pool,
    call,
    expect: { sequence = [] },
  }) => {
    const { state: first, timestamp } = recordedPool(pool);
    let state = first;
    const paid = ("sequence" in call ? call.sequence : []).map((one) => {
      const traded = exchanged(state, one, timestamp);
      if (traded !== null) state = traded.next;
      return traded?.amountOut ?? null;
    });
    expect(paid).toEqual(sequence);
    // Of the pool of three coins the scale moves with many of them.
    if (state.coins.length === 3) expect(state.priceScales).not.toEqual(first.priceScales);
  });
});

describe("quote", () => {
  test("behavior: all that maxIn allows is paid, and one unit more is refused", () => {
    for (const state of [...samples, moving]) {
      for (const edge of edges(state)) {
        const most = maxIn(state, edge, at);
        expect(most).toBeGreaterThan(0n);
        expect(quote(state, edge, most, at).ok).toBe(true);
        expect(quote(state, edge, most + 1n, at).ok).toBe(false);
      }
    }
  });

  test("behavior: a small amount pays nearly the spot price, less the fee", () => {
    for (const state of [...samples, moving]) {
      for (const edge of edges(state)) {
        const amountIn = maxIn(state, edge, at) >> 20n;
        const quoted = quote(state, edge, amountIn, at);
        const { numerator, denominator } = spotPrice(state, edge, at);
        const whole = (amountIn * numerator) / denominator;
        const paid = quoted.ok ? quoted.amountOut : 0n;
        expect(Number(paid) / Number(whole)).toBeGreaterThan(0.98);
        expect(paid).toBeLessThanOrEqual(whole);
      }
    }
  });
});

describe("mint and burn", () => {
  test("default: in proportion nearly nothing is lost", () => {
    for (const state of [twoCoins, threeCoins]) {
      const amounts = state.balances.map((balance) => balance / 100n);
      const minted = mint(state, amounts, at);
      if (!minted.ok) throw new Error(minted.reason);
      expect(Number(minted.amountOut) / Number(state.supply / 100n)).toBeCloseTo(1, 3);
      const burned = burn(state, state.supply / 100n);
      if (!burned.ok) throw new Error(burned.reason);
      for (const [i, amount] of burned.amountsOut.entries()) {
        expect((amounts[i] ?? 0n) - amount).toBeLessThan(10n + (amount * 10n) / E18);
      }
    }
  });

  test("behavior: code with native transfers mints the admin's share after a deposit", () => {
    const amounts = threeCoins.balances.map((balance) => balance / 100n);
    const minted = mint(threeCoins, amounts, at);
    if (!minted.ok) throw new Error(minted.reason);
    expect(minted.next.supply).toBeGreaterThan(threeCoins.supply + minted.amountOut);
    expect(minted.next.claimedProfit).toBe(minted.next.profit);
    const plain = mint({ ...threeCoins, claims: false }, amounts, at);
    if (!plain.ok) throw new Error(plain.reason);
    expect(plain.amountOut).toBe(minted.amountOut);
    expect(plain.next.supply).toBe(threeCoins.supply + minted.amountOut);
  });
});

describe("averagesBefore", () => {
  test("default: what the view says of a later block is said of it", () => {
    for (const seconds of [0n, 12n, 600n, 20_000n]) {
      const timestamp = twoCoins.averagesTime + seconds;
      const seen = averagesAt(twoCoins, timestamp);
      const found = averagesBefore(twoCoins, seen, timestamp);
      expect(averagesAt({ ...twoCoins, priceAverages: found }, timestamp)).toEqual(seen);
    }
  });
});

describe("remaining", () => {
  test("default: e to the power of minus the time", () => {
    expect(remaining(0n, 866n)).toBe(E18);
    expect(Number(remaining(866n, 866n)) / 1e18).toBeCloseTo(Math.exp(-1), 15);
    expect(Number(remaining(5_000n, 866n)) / 1e18).toBeCloseTo(Math.exp(-5_000 / 866), 15);
    expect(remaining(866n * 43n, 866n)).toBe(0n);
  });
});

describe("cbrt", () => {
  test("default: of 18 decimals, as near as floats tell", () => {
    for (const value of [1n, 8n * E18, 10n ** 30n, 123_456_789n * 10n ** 45n, 10n ** 70n]) {
      const root = Number(cbrt(value)) / 1e18;
      expect(root / Math.cbrt(Number(value) / 1e18)).toBeCloseTo(1, 9);
    }
  });
});
