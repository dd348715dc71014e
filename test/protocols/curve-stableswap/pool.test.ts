import { describe, expect, test } from "vitest";
import { curveStableswap } from "../../../src/protocols/curve-stableswap/index.ts";
import type { CurvePool } from "../../../src/protocols/curve-stableswap/pool.ts";
import {
  amplificationAt,
  reservesAt,
  virtualPrice,
} from "../../../src/protocols/curve-stableswap/reserves.ts";
import { addCoins, exchange } from "../../../src/protocols/curve-stableswap/trade.ts";
import { addressOf, createRandom } from "../../api/router/market.ts";
import { samples, threePool, twoPool } from "./sample.ts";

const at = { number: 2n, timestamp: 1_700_000_000n };
const { edges, maxIn, quote, actions } = curveStableswap;

/** What `exchange` pays; 0 where it reverts. */
function paid(pool: CurvePool, [i, j, amountIn]: readonly [number, number, bigint]): bigint {
  return exchange(reservesAt(pool, at.timestamp), { i, j, amountIn })?.amountOut ?? 0n;
}

/** A pool with numbers of its own; those that do not count are the 2pool's. */
function poolOf(a: bigint, decimals: readonly number[], balances: readonly bigint[]): CurvePool {
  const rates = decimals.map((places) => 10n ** BigInt(36 - places));
  return { ...twoPool, feeE10: 4_000_000n, initialA: a, futureA: a, rates, balances };
}

/**
 * A pool of coins whose balances are up to a billion times each other's; null where none can be.
 */
function unevenPool(random: () => number): CurvePool | null {
  const n = 2 + Math.floor(random() * 3);
  const decimals = Array.from({ length: n }, () => [6, 8, 18][Math.floor(random() * 3)] ?? 18);
  const micros = decimals.map(() => BigInt(Math.round(10 ** (6 + random() * 9))));
  const balances = decimals.map((places, i) => (micros[i] ?? 0n) * 10n ** BigInt(places - 6));
  const aPrecision = random() < 0.5 ? 1n : 100n;
  const a = BigInt(Math.round(10 ** (random() * 5.5))) * aPrecision;
  const dividesAtOnce = n === 2 && random() < 0.5;
  const coins = decimals.map((_, i) => addressOf("token", i));
  const pool = { ...poolOf(a, decimals, balances), coins, aPrecision, dividesAtOnce };
  const supply = virtualPrice({ ...pool, supply: 10n ** 18n }, at.timestamp);
  return supply === 0n ? null : { ...pool, supply };
}

describe("exchange", () => {
  // Answers of `get_dy` on Ethereum.
  // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/0eadf56aa191a33bf35ee95765bf05d7bb6fe21e/pkg/source/curve/base/pool_simulator_test.go
  test.each([
    [0, 1, 100_000_000_000_000n, 140_254_485n],
    [0, 1, 1_000_000_000_000n, 140_254_485n],
    [0, 1, 100_000_000n, 99_936_588n],
    [0, 1, 100_002_233n, 99_938_816n],
    [1, 0, 20_000n, 19_982n],
    [1, 0, 3_000_200n, 2_997_456n],
    [1, 0, 88_001_800n, 69_067_695n],
    [1, 0, 100_000_000_000_000n, 69_244_498n],
  ])("behavior: the 2pool's recorded answer for %i to %i of %i", (i, j, amountIn, amountOut) => {
    expect(paid(twoPool, [i, j, amountIn])).toBe(amountOut);
  });

  // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/05b320ac05c23db0d4afe8154d85dad91ff99ef3/pkg/liquidity-source/curve/plain/pool_simulator_test.go
  test.each([
    [0, 1, 500_000_000_000_000n, 496_315_310_333_753n],
    [0, 1, 50_000_000_000_000_000n, 49_631_528_847_328_147n],
    [0, 1, 5_000_000_000_000_000_000n, 4_963_131_024_216_305_126n],
    [0, 2, 50_000_000_000_000_000n, 49_364n],
    [0, 2, 5_000_000_000_000_000_000n, 4_936_384n],
    [2, 1, 5_000n, 5_025_079_238_286_081n],
    [2, 1, 500_045n, 502_552_896_527_853_049n],
  ])("behavior: three euros' recorded answer for %i to %i of %i", (i, j, amountIn, amountOut) => {
    const euros = poolOf(
      1_000n,
      [18, 18, 6],
      [103_902_458_912_250_371_998_101n, 96_026_429_950_922_739_854_657n, 90_684_626_303n],
    );
    expect(paid(euros, [i, j, amountIn])).toBe(amountOut);
  });

  test.each([
    [0, 1, 500_000_000_000_000n, 501n],
    [0, 1, 50_000_000_000_000_000n, 50_169n],
    [0, 2, 5_000_000_000_000_000_000n, 499n],
    [2, 1, 1_020n, 10_248_489n],
  ])("behavior: two decimals' recorded answer for %i to %i of %i", (i, j, amountIn, amountOut) => {
    const euros = poolOf(
      20_000n,
      [18, 6, 2],
      [549_022_857_960_890_312_641_141n, 1_075_362_632_212n, 46_720_010n],
    );
    expect(paid(euros, [i, j, amountIn])).toBe(amountOut);
  });

  // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/24e376e09e16e8e43345850d60f92a3bcb884f14/pkg/liquidity-source/curve/plain/pool_simulator_basepool_test.go
  test.each([
    [0, 1, 1_000_000_000_000_000n, 999n],
    [0, 2, 1_000_000_000_000_000n, 1_000n],
    [1, 0, 1n, 999_909_687_790n],
    [1, 2, 100n, 100n],
    [2, 0, 3n, 2_998_664_269_827n],
    [2, 1, 30n, 29n],
  ])("behavior: the 3pool's recorded answer for %i to %i of %i", (i, j, amountIn, amountOut) => {
    expect(paid(threePool, [i, j, amountIn])).toBe(amountOut);
  });
});

describe("virtualPrice", () => {
  // The contract's `get_virtual_price`.
  // https://github.com/KyberNetwork/kyberswap-dex-lib/blob/0eadf56aa191a33bf35ee95765bf05d7bb6fe21e/pkg/source/curve/base/pool_simulator_test.go
  test("default", () => {
    expect(virtualPrice(twoPool, at.timestamp)).toBe(1_006_923_185_919_753_102n);
  });
});

describe("amplificationAt", () => {
  const ramp = { aPrecision: 1n, dividesAtOnce: false, initialATime: 1_000n, futureATime: 2_000n };

  test("default: in a line from one to the other, both ways", () => {
    const up = { ...ramp, initialA: 100n, futureA: 201n };
    const down = { ...ramp, initialA: 201n, futureA: 100n };
    const values = (of: typeof up) =>
      [1_000n, 1_500n, 1_999n, 2_000n, 9_000n].map((time) => amplificationAt(of, time).a);
    expect(values(up)).toEqual([100n, 150n, 200n, 201n, 201n]);
    expect(values(down)).toEqual([201n, 151n, 101n, 100n, 100n]);
  });

  test("behavior: before a ramp it is what the ramp starts from", () => {
    expect(amplificationAt({ ...ramp, initialA: 7n, futureA: 9n }, 5n).a).toBe(7n);
  });
});

describe("edges", () => {
  test("default: swaps, deposits, redemptions", () => {
    const [, settled, , killed, empty] = samples;
    expect(edges(twoPool).map(({ action }) => action)).toEqual([
      ...["swap", "swap", "deposit", "deposit", "redeem", "redeem"],
    ]);
    expect(settled && edges(settled)).toHaveLength(12);
    expect(killed && edges(killed)).toHaveLength(12);
    expect(empty && edges(empty)).toEqual([]);
  });
});

describe("quote", () => {
  test("behavior: what a trade changes stands in the next state", () => {
    for (const edge of edges(twoPool)) {
      const amountIn = edge.action === "redeem" ? 10n ** 18n : 1_000_000n;
      const quoted = quote(twoPool, edge, amountIn, at);
      if (!quoted.ok) throw new Error(quoted.reason);
      const { next, amountOut } = quoted;
      const i = twoPool.coins.indexOf(edge.tokenIn);
      const j = twoPool.coins.indexOf(edge.tokenOut);
      if (i >= 0 && edge.action === "swap")
        expect(next.balances[i]).toBe((twoPool.balances[i] ?? 0n) + amountIn);
      if (j >= 0)
        expect(next.balances[j]).toBeLessThanOrEqual((twoPool.balances[j] ?? 0n) - amountOut);
      const minted = { swap: 0n, deposit: amountOut, redeem: -amountIn }[edge.action];
      expect(next.supply).toBe(twoPool.supply + minted);
    }
  });

  test("behavior: a deposit and its redemption lose a fee", () => {
    const [deposit] = edges(twoPool).filter(({ action }) => action === "deposit");
    const [redeem] = edges(twoPool).filter(({ action }) => action === "redeem");
    if (deposit === undefined || redeem === undefined) throw new Error("no edges");
    const there = quote(twoPool, deposit, 10_000_000n, at);
    if (!there.ok) throw new Error(there.reason);
    const back = quote(there.next, redeem, there.amountOut, at);
    expect(back.ok && back.amountOut).toBeGreaterThan(9_990_000n);
    expect(back.ok && back.amountOut).toBeLessThan(10_000_000n);
  });

  test("error: paused", () => {
    const killed = { ...twoPool, paused: true };
    for (const edge of edges(killed)) {
      expect(maxIn(killed, edge, at)).toBe(0n);
      expect(quote(killed, edge, 1_000n, at)).toEqual({ ok: false, reason: "paused" });
    }
  });

  test("error: insufficient-liquidity", () => {
    for (const edge of edges(twoPool)) {
      const most = maxIn(twoPool, edge, at);
      expect(quote(twoPool, edge, most, at).ok).toBe(true);
      expect(quote(twoPool, edge, most + 1n, at)).toEqual({
        ok: false,
        reason: "insufficient-liquidity",
      });
    }
  });

  test("error: insufficient-liquidity where the arithmetic of an uneven pool may not come to an end", () => {
    const balances = [2_468_985_097_087_148_133_030_209n, 105_105_089_903n, 244_712_726_934n];
    const uneven = { ...threePool, balances };
    const deposit = edges(uneven).find(({ action }) => action === "deposit");
    if (deposit === undefined) throw new Error("no deposit");
    const amountIn = 2_112_261_332_776_119_097_445_858_016n;
    const { timestamp } = at;
    const amounts = [amountIn, 0n, 0n];
    expect(addCoins(reservesAt(uneven, timestamp), amounts)).toBeNull();
    expect(maxIn(uneven, deposit, at)).toBeLessThan(amountIn);
    expect(maxIn(uneven, deposit, at)).toBeGreaterThan(amountIn / 100n);
    const reason = "insufficient-liquidity";
    expect(quote(uneven, deposit, amountIn, at)).toEqual({ ok: false, reason });
  });

  test("behavior: nothing up to maxIn fails for its size, however uneven the pool", () => {
    const random = createRandom(5);
    let deposits = 0;
    for (let n = 0; n < 30; n++) {
      const pool = unevenPool(random);
      for (const edge of pool === null ? [] : edges(pool)) {
        if (pool === null) continue;
        const most = maxIn(pool, edge, at);
        if (edge.action === "deposit" && most > 0n) deposits += 1;
        // Of some units rounding may take all.
        for (let amountIn = most; amountIn > 1_000n; amountIn = (amountIn * 2n) / 3n) {
          const result = quote(pool, edge, amountIn, at);
          if (!result.ok) expect(result.reason).toBe("amount-too-small");
        }
      }
    }
    expect(deposits).toBeGreaterThan(50);
  });

  test("error: amount-too-small", () => {
    const [swap] = edges(threePool);
    if (swap === undefined) throw new Error("no edge");
    expect(quote(threePool, swap, 1n, at)).toEqual({ ok: false, reason: "amount-too-small" });
  });
});

describe("apy", () => {
  test("default: growth of the virtual price over the window, in percent a year", () => {
    const now = virtualPrice(twoPool, at.timestamp);
    const since = { price: (now * 10_000n) / 10_001n, timestamp: Number(at.timestamp) - 86_400 };
    const context = { at, usd: () => null };
    const percent = curveStableswap.apy?.({ ...twoPool, since }, twoPool.lpToken, context);
    expect(percent).toBeCloseTo(3.65, 6);
  });
});

describe("defiTokens", () => {
  test("default", () => {
    expect(curveStableswap.defiTokens?.(threePool)).toEqual([
      {
        address: threePool.lpToken,
        underlyingTokens: threePool.coins,
        primaryAddress: threePool.address,
        exact: true,
      },
    ]);
  });
});

describe("actions", () => {
  const argsOf = (pool: CurvePool, action: "swap" | "deposit" | "redeem") => {
    const edge = edges(pool).find((candidate) => candidate.action === action);
    const operation = edge && actions[action]?.(pool, edge, 5n);
    if (operation?.kind !== "call") throw new Error(`${action} is no call`);
    return operation;
  };
  const zero = { kind: "literal", value: 0n };
  const amountIn = { kind: "amountIn" };

  test("default: one call of the pool, coins by index", () => {
    expect(argsOf(threePool, "swap").args).toEqual([
      ...[zero, { kind: "literal", value: 1n }, amountIn, zero],
    ]);
    expect(argsOf(threePool, "deposit").args).toEqual([
      { kind: "list", items: [amountIn, zero, zero] },
      zero,
    ]);
    expect(argsOf(threePool, "redeem").args).toEqual([amountIn, zero, zero]);
  });

  test("behavior: early pools return nothing, so the gain counts", () => {
    expect(argsOf(threePool, "swap").amountOut).toEqual({ from: "gain" });
    expect(argsOf(twoPool, "swap").amountOut).toEqual({ from: "return", word: 0 });
    expect(argsOf(twoPool, "redeem").approve).toBe(false);
  });
});
