import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxIn } from "../../../src/protocols/balancer-v2/capacity.ts";
import { mulWadUp, ONE } from "../../../src/protocols/balancer-v2/fixed-point.ts";
import { balancerV2 } from "../../../src/protocols/balancer-v2/index.ts";
import { burn, mint } from "../../../src/protocols/balancer-v2/liquidity.ts";
import { pow } from "../../../src/protocols/balancer-v2/log-exp-math.ts";
import { edges, quote, sharePrice } from "../../../src/protocols/balancer-v2/pool.ts";
import {
  amplificationAt,
  type BalancerV2Pool,
  isComposable,
  type WeightedPool,
} from "../../../src/protocols/balancer-v2/state.ts";
import type { BlockContext, Edge, EdgeAction } from "../../../src/protocols/protocol.ts";
import { deepFreeze } from "../freeze.ts";
import {
  firstPool,
  firstStablePool,
  metaStablePool,
  stablePool,
  weightedPool,
  yieldingPool,
} from "./sample.ts";

const at: BlockContext = { number: 2n, timestamp: 12n };
const pools = deepFreeze([
  ...[weightedPool, firstPool, yieldingPool],
  ...[stablePool, firstStablePool, metaStablePool],
]);

function edgeOf(state: BalancerV2Pool, action: EdgeAction): Edge {
  const edge = edges(state).find((each) => each.action === action);
  if (edge === undefined) throw new Error(`no ${action}`);
  return edge;
}

describe("edges", () => {
  test("default: every pair both ways, and every token in and out", () => {
    expect(edges(weightedPool).map(({ action }) => action)).toEqual([
      ...["swap", "swap"],
      ...["deposit", "redeem", "deposit", "redeem"],
    ]);
    expect(edges(stablePool)).toHaveLength(6 + 6);
  });

  test("behavior: an empty pool has none, a paused one keeps them", () => {
    expect(edges({ ...weightedPool, supply: 0n })).toEqual([]);
    expect(edges({ ...weightedPool, pausedUntil: 20 })).toEqual(edges(weightedPool));
  });
});

describe("pow", () => {
  test("default: against the powers of a few numbers", () => {
    for (const [x, y, expected] of [
      [2, 0.5, Math.SQRT2],
      [0.7, 50, 0.7 ** 50],
      [1.05, 3.3, 1.05 ** 3.3],
      [1e9, 0.2, 1e9 ** 0.2],
    ] as const) {
      const result = Number(pow(BigInt(x * 1e18), BigInt(y * 1e18))) / 1e18;
      expect(result / expected).toBeCloseTo(1, 9);
    }
    expect(pow(0n, 5n)).toBe(0n);
    expect(pow(0n, 0n)).toBe(ONE);
  });
});

describe("quote", () => {
  test("behavior: a swap and back, or a deposit and back, never gains", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pools),
        fc.constantFrom<EdgeAction>("swap", "deposit"),
        fc.bigInt({ min: 1n, max: 10n ** 23n }),
        (state, action, amount) => {
          const edge = edgeOf(state, action);
          const first = quote(state, edge, amount, at);
          fc.pre(first.ok);
          const back: Edge = {
            action: action === "swap" ? "swap" : "redeem",
            tokenIn: edge.tokenOut,
            tokenOut: edge.tokenIn,
          };
          const second = quote(first.next, back, first.amountOut, at);
          if (second.ok) expect(second.amountOut).toBeLessThan(amount);
        },
      ),
    );
  });

  test("behavior: trades and joins never lower the share price", () => {
    for (const state of pools) {
      const before = sharePrice(state, at.timestamp);
      for (const edge of edges(state)) {
        const quoted = quote(state, edge, maxIn(state, edge, at) / 1_000n, at);
        if (!quoted.ok) throw new Error(quoted.reason);
        expect(sharePrice(quoted.next, at.timestamp)).toBeGreaterThanOrEqual(before);
      }
    }
  });

  test("behavior: the protocol's due shares are minted with the next deposit", () => {
    for (const state of [weightedPool, stablePool]) {
      const edge = edgeOf(state, "deposit");
      const quoted = quote(state, edge, 10n ** 18n, at);
      const free = quote({ ...state, protocolFeeWad: 0n }, edge, 10n ** 18n, at);
      if (!quoted.ok || !free.ok) throw new Error("no quote");
      expect(free.next.supply).toBe(state.supply + free.amountOut);
      expect(quoted.next.supply).toBeGreaterThan(state.supply + quoted.amountOut);
      expect(quoted.amountOut).toBeGreaterThan(free.amountOut);
    }
  });

  test("behavior: a join mints the protocol's part of what rates grew by, once", () => {
    const edge = edgeOf(yieldingPool, "deposit");
    const first = quote(yieldingPool, edge, 10n ** 18n, at);
    const plain = quote({ ...yieldingPool, yield: null }, edge, 10n ** 18n, at);
    if (!first.ok || !plain.ok) throw new Error("no quote");
    expect(first.next.supply).toBeGreaterThan(plain.next.supply);
    expect(first.amountOut).toBeGreaterThan(plain.amountOut);
    const second = quote(first.next, edge, 10n ** 18n, at);
    const same = quote({ ...first.next, yield: null } as WeightedPool, edge, 10n ** 18n, at);
    expect(second.ok && second.amountOut).toBe(same.ok && same.amountOut);
    const swap = edgeOf(yieldingPool, "swap");
    const swapped = quote(yieldingPool, swap, 10n ** 18n, at);
    expect(swapped).toMatchObject({ ok: true, next: { yield: yieldingPool.yield } });
  });

  test("error: paused, for shares alone, while a rate or the highest so far is not known", () => {
    const { yield: earned } = yieldingPool;
    if (earned === null) throw new Error("no rates");
    for (const unknown of [{ rates: [0n, null] }, { athRateProduct: 0n }]) {
      const state = { ...yieldingPool, yield: { ...earned, ...unknown } };
      for (const edge of edges(state)) {
        const most = maxIn(state, edge, at);
        expect(most === 0n).toBe(edge.action !== "swap");
        const quoted = quote(state, edge, most / 1_000n || 10n ** 15n, at);
        expect(quoted.ok).toBe(edge.action === "swap");
        if (!quoted.ok) expect(quoted.reason).toBe("paused");
      }
      expect(burn(state, 10n ** 18n, at)).toEqual({ ok: false, reason: "paused" });
      expect(mint(state, [10n ** 18n, 0n], at)).toEqual({ ok: false, reason: "paused" });
      expect(sharePrice(state, at.timestamp)).toBe(0n);
    }
  });

  test("error: insufficient-liquidity where a rate leaves nothing to others than the protocol", () => {
    const { yield: earned } = yieldingPool;
    if (earned === null) throw new Error("no rates");
    const state = { ...yieldingPool, yield: { ...earned, rates: [10n ** 28n, null], feeWad: ONE } };
    const reason = "insufficient-liquidity";
    const edge = edgeOf(state, "deposit");
    expect(quote(state, edge, 10n ** 18n, at)).toEqual({ ok: false, reason });
  });

  test("behavior: the first version pays the protocol in the token of the largest weight", () => {
    const edge = edgeOf(firstPool, "deposit");
    const quoted = quote(firstPool, edge, 10n ** 18n, at);
    if (!quoted.ok) throw new Error(quoted.reason);
    const { supply, balances } = quoted.next;
    expect(supply).toBe(firstPool.supply + quoted.amountOut);
    expect(balances[0]).toBeLessThan((firstPool.balances[0] ?? 0n) + 10n ** 18n);
    expect(balances[1]).toBe(firstPool.balances[1]);
  });

  test("behavior: a paused pool of the first version pays all tokens, and no fees", () => {
    for (const first of [firstPool, firstStablePool]) {
      const amount = first.supply / 1_000n;
      const paused = { ...first, pausedUntil: 12 };
      const exit = burn(paused, amount, at);
      const free = burn({ ...first, protocolFeeWad: 0n }, amount, at);
      if (!exit.ok || !free.ok) throw new Error("no quote");
      expect(exit.amountsOut).toEqual(free.amountsOut);
      expect(exit.next).toEqual({ ...free.next, ...{ pausedUntil: 12 }, protocolFeeWad: ONE / 2n });
    }
    for (const later of [weightedPool, stablePool]) {
      const paused = burn({ ...later, pausedUntil: 12 }, later.supply / 1_000n, at);
      expect(paused).toEqual({ ok: false, reason: "paused" });
    }
  });

  test("behavior: an earlier weighted version loses 10^-14 for each token that is not brought", () => {
    const edge = edgeOf(weightedPool, "deposit");
    const amounts = ([4, 2] as const).map((version) => {
      const quoted = quote({ ...weightedPool, version }, edge, 10n ** 18n, at);
      return quoted.ok ? quoted.amountOut : 0n;
    });
    const [later = 0n, earlier = 0n] = amounts;
    const lost = (weightedPool.supply * 10_001n) / ONE;
    expect(later - earlier).toBeGreaterThanOrEqual(lost);
    expect(later - earlier).toBeLessThan(lost + lost / 1_000n);
  });

  test("error: amount-too-small", () => {
    for (const state of pools) {
      for (const edge of edges(state)) {
        expect(quote(state, edge, 0n, at)).toEqual({ ok: false, reason: "amount-too-small" });
      }
    }
  });

  test("error: insufficient-liquidity", () => {
    for (const state of pools) {
      for (const edge of edges(state)) {
        const most = maxIn(state, edge, at);
        expect(quote(state, edge, most, at).ok).toBe(true);
        const reason = "insufficient-liquidity";
        expect(quote(state, edge, most + 1n, at)).toEqual({ ok: false, reason });
      }
    }
  });

  test("error: insufficient-liquidity where the arithmetic of an uneven pool does not come to an end", () => {
    const balances = [1_887_061_764n * 10n ** 15n, 9_265_639_693_000_000n, 56_800_000n];
    const uneven = { ...stablePool, balances };
    const deposit = edgeOf(uneven, "deposit");
    const amountIn = 15_686_827_023_430_388_874_372_710n;
    expect(maxIn(uneven, deposit, at)).toBeGreaterThan(amountIn);
    const reason = "insufficient-liquidity";
    expect(quote(uneven, deposit, amountIn, at)).toEqual({ ok: false, reason });
    expect(quote(uneven, deposit, amountIn - 1n, at).ok).toBe(true);
  });

  test("error: paused", () => {
    for (const state of pools) {
      for (const edge of edges(state)) {
        const paused = { ...state, pausedUntil: 12 };
        const amount = maxIn(state, edge, at) / 1_000n;
        expect(maxIn(paused, edge, at)).toBe(0n);
        expect(quote(paused, edge, amount, at)).toEqual({ ok: false, reason: "paused" });
        expect(quote(paused, edge, amount, { ...at, timestamp: 13n }).ok).toBe(true);
        const inVault = quote({ ...state, vaultPausedUntil: 12 }, edge, amount, at);
        expect(inVault.ok).toBe(edge.action === "redeem" && !isComposable(state));
      }
    }
  });
});

describe("maxIn", () => {
  test("default: a swap may bring 30 % of the balance after the fee", () => {
    const edge = edgeOf(weightedPool, "swap");
    const most = maxIn(weightedPool, edge, at);
    const afterFee = (amount: bigint) => amount - mulWadUp(amount, weightedPool.swapFeeWad);
    const limit = ((weightedPool.balances[0] ?? 0n) * 3n) / 10n;
    expect(afterFee(most)).toBe(limit);
    expect(afterFee(most + 1n)).toBe(limit + 1n);
  });
});

describe("amplificationAt", () => {
  test("default: moves in a straight line", () => {
    const rising = { startValue: 100n, endValue: 200n, startTime: 1_000n, endTime: 2_000n };
    expect([1_000n, 1_499n, 2_000n, 9_000n].map((t) => amplificationAt(rising, t))).toEqual([
      ...[100n, 149n, 200n, 200n],
    ]);
    const falling = { ...rising, startValue: 200n, endValue: 100n };
    expect(amplificationAt(falling, 1_499n)).toBe(151n);
  });
});

describe("defiTokens", () => {
  test("default", () => {
    expect(balancerV2.defiTokens?.(stablePool)).toEqual([
      {
        address: stablePool.address,
        underlyingTokens: stablePool.tokens,
        primaryAddress: stablePool.vault,
        exact: true,
      },
    ]);
  });
});

describe("apy", () => {
  test("default: growth of the share price, 0 before the first observation", () => {
    const now = { number: 9n, timestamp: 31_536_000n };
    const price = (sharePrice(weightedPool, now.timestamp) * 100n) / 105n;
    const context = { at: now, usd: () => null };
    const state = { ...weightedPool, since: { price, timestamp: 0 } };
    expect(balancerV2.apy?.(state, state.address, context)).toBeCloseTo(5, 6);
    expect(balancerV2.apy?.(weightedPool, state.address, context)).toBe(0);
    expect(balancerV2.apy?.(state, state.vault, context)).toBe(0);
  });
});
