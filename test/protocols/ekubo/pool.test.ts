import { describe, expect, test } from "vitest";
import { NATIVE } from "../../../src/lib/address.ts";
import { swap } from "../../../src/protocols/ekubo/actions.ts";
import { configOf, isAdmitted } from "../../../src/protocols/ekubo/config.ts";
import {
  type EkuboPool,
  edges,
  holdings,
  maxIn,
  quote,
  spotPrice,
} from "../../../src/protocols/ekubo/pool.ts";
import {
  BEYOND_SQRT_RATIO,
  fixedAbove,
  fixedBelow,
  MAX_SQRT_RATIO,
  MIN_SQRT_RATIO,
  toFixed,
  toSqrtRatioDown,
  toSqrtRatioUp,
} from "../../../src/protocols/ekubo/sqrt-ratio.ts";
import {
  MAX_TICK,
  MIN_TICK,
  sqrtRatioToTick,
  tickToSqrtRatio,
} from "../../../src/protocols/ekubo/tick-math.ts";
import { endOfWord } from "../../../src/protocols/ekubo/walk.ts";
import { concentrated, empty, full, narrow } from "./sample.ts";

const ONE = 10n ** 18n;

function edgesOf(pool: EkuboPool) {
  const [down, up] = edges(pool);
  if (down === undefined || up === undefined) throw new Error("no edges");
  return [down, up] as const;
}

describe("tickToSqrtRatio", () => {
  test("default: the ends are those of the contract, and 0 is one", () => {
    expect(tickToSqrtRatio(MIN_TICK)).toBe(MIN_SQRT_RATIO);
    expect(tickToSqrtRatio(MAX_TICK)).toBe(MAX_SQRT_RATIO);
    expect(toFixed(tickToSqrtRatio(0))).toBe(1n << 128n);
  });

  test("behavior: the tick of a tick's price is the tick", () => {
    for (let tick = MIN_TICK; tick <= MAX_TICK; tick += 1_234_567) {
      expect(sqrtRatioToTick(tickToSqrtRatio(tick))).toBe(tick);
      expect(sqrtRatioToTick(tickToSqrtRatio(tick) + 1n)).toBe(tick);
      if (tick > MIN_TICK) expect(sqrtRatioToTick(tickToSqrtRatio(tick) - 1n)).toBe(tick - 1);
    }
  });
});

describe("toSqrtRatio", () => {
  test("default: down and up differ where a number is between two", () => {
    for (const fixed of [(1n << 96n) - 1n, (1n << 128n) + 1n, (1n << 160n) - 1n, 1n << 190n]) {
      const [down, up] = [toSqrtRatioDown(fixed), toSqrtRatioUp(fixed)];
      expect(toFixed(down)).toBeLessThanOrEqual(fixed);
      expect(toFixed(up)).toBeGreaterThanOrEqual(fixed);
      expect(fixedAbove(down)).toBeGreaterThan(fixed);
      if (up !== down) expect(fixedBelow(up)).toBeLessThan(fixed);
    }
    expect(toSqrtRatioUp((1n << 192n) - 1n)).toBe(BEYOND_SQRT_RATIO);
  });
});

describe("endOfWord", () => {
  test("default: tick 0 has place 127 of 256", () => {
    expect(endOfWord(0, 10, true)).toBe(1_280);
    expect(endOfWord(0, 10, false)).toBe(-1_270);
    expect(endOfWord(1_280, 10, true)).toBe(1_280 + 2_560);
    expect(endOfWord(MAX_TICK - 5, 1_000, true)).toBe(MAX_TICK);
    expect(endOfWord(MIN_TICK + 5, 1_000, false)).toBe(MIN_TICK);
  });
});

describe("quote", () => {
  test("default: near the price, less the fee", () => {
    const [down, up] = edgesOf(concentrated);
    const sold = quote(concentrated, down, ONE);
    const back = quote(concentrated, up, ONE);
    if (!sold.ok || !back.ok) throw new Error("refused");
    expect(Number(sold.amountOut) / 1e18).toBeCloseTo(1.000001 ** 123_456 * 0.997, 3);
    expect(Number(back.amountOut) / 1e18).toBeCloseTo(0.997 / 1.000001 ** 123_456, 3);
  });

  test("behavior: a crossed tick changes the liquidity, of one range it stays", () => {
    const [down] = edgesOf(concentrated);
    const quoted = quote(concentrated, down, 700n * ONE);
    if (!quoted.ok) throw new Error(quoted.reason);
    expect(quoted.next.tick).toBeLessThan(100_000);
    expect(quoted.next.liquidity).toBe(1_000n * ONE);
    const [, up] = edgesOf(narrow);
    const out = quote(narrow, up, maxIn(narrow, up));
    if (!out.ok) throw new Error(out.reason);
    expect(out.next.liquidity).toBe(narrow.liquidity);
    expect(maxIn(out.next, up)).toBe(0n);
    const again = edgesOf(out.next)[0];
    expect(quote(out.next, again, 1_000_000n).ok).toBe(true);
  });

  test("error: insufficient-liquidity beyond the largest input", () => {
    for (const pool of [concentrated, narrow]) {
      for (const edge of edgesOf(pool)) {
        const most = maxIn(pool, edge);
        expect(quote(pool, edge, most).ok).toBe(true);
        const reason = "insufficient-liquidity";
        expect(quote(pool, edge, most + 1n)).toEqual({ ok: false, reason });
      }
    }
  });

  test("error: amount-too-small where nothing is paid", () => {
    const [down] = edgesOf(full);
    expect(quote(full, down, 1n)).toEqual({ ok: false, reason: "amount-too-small" });
  });
});

describe("edges", () => {
  test("behavior: none without liquidity, or where ticks do not add up to it", () => {
    expect(edges(empty)).toEqual([]);
    expect(edges({ ...concentrated, liquidity: 1n })).toEqual([]);
    const [down] = edgesOf(concentrated);
    const beyond = quote(concentrated, down, maxIn(concentrated, down));
    if (!beyond.ok) throw new Error(beyond.reason);
    expect(beyond.next.liquidity).toBe(0n);
    expect(edges(beyond.next)).toEqual([]);
  });
});

describe("spotPrice", () => {
  test("default: that of the tick", () => {
    const { numerator, denominator } = spotPrice(full, edgesOf(full)[0]);
    expect(Number(numerator) / Number(denominator)).toBeCloseTo(1.000001 ** 1_000, 9);
  });
});

describe("holdings", () => {
  test("default: about the same of both over all prices at 1", () => {
    const [first, second] = holdings({ ...full, tick: 0, sqrtRatio: tickToSqrtRatio(0) });
    expect(Number(first?.amount) / 3e20).toBeCloseTo(1, 9);
    expect(Number(second?.amount) / 3e20).toBeCloseTo(1, 9);
    expect(holdings(empty).map(({ amount }) => amount)).toEqual([0n, 0n]);
  });
});

describe("isAdmitted", () => {
  const withExtension = (extension: string) => `${extension}${full.config.slice(42)}` as const;
  test("default: who is not called by swaps, or changes nothing of them", () => {
    const admits = (extension: string) =>
      isAdmitted(configOf(withExtension(extension) as `0x${string}`));
    expect(admits("0x517e506700271aea091b02f42756f5e174af5230")).toBe(true);
    expect(admits("0x948b9c2c99718034954110cb61a6e08e107745f9")).toBe(true);
    expect(admits("0x5555ff9ff2757500bf4ee020dcfd0210cffa41be")).toBe(false);
    expect(admits("0xd47f1b1edcfeabb08f6ebd8fc337c27e636c75ba")).toBe(false);
  });
});

describe("swap", () => {
  test("default: by the router, with an allowance or the native currency", () => {
    const [down, up] = edgesOf(narrow);
    expect(down.tokenIn).toBe(NATIVE);
    expect(swap(narrow, down)).toMatchObject({ value: "amountIn", approve: false });
    expect(swap(narrow, up)).toMatchObject({ target: narrow.router, approve: true });
  });
});
