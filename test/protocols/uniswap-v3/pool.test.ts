import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uniswapV3 } from "../../../src/protocols/uniswap-v3/index.ts";
import {
  edges,
  maxIn,
  quote,
  spotPrice,
  type UniswapV3Pool,
} from "../../../src/protocols/uniswap-v3/pool.ts";
import { getSqrtRatioAtTick } from "../../../src/protocols/uniswap-v3/tick-math.ts";
import { createTickTable } from "../../../src/protocols/uniswap-v3/tick-table.ts";
import { deepFreeze } from "../freeze.ts";
import { createPool } from "./fixture.ts";

const SPACING = 60;
const ONE = 10n ** 18n;

/** A pool at a random price with 1 to 8 random positions. */
const anyPool = fc
  .record({
    tick: fc.integer({ min: -100_000, max: 100_000 }),
    offset: fc.bigInt({ min: 0n, max: 1_000_000n }),
    feePips: fc.constantFrom(0, 100, 500, 3000, 10_000),
    positions: fc.array(
      fc.record({
        centre: fc.integer({ min: -300, max: 300 }),
        width: fc.integer({ min: 1, max: 600 }),
        liquidity: fc.bigInt({ min: 1n, max: 10n ** 24n }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  })
  .map(({ tick, offset, feePips, positions }) => {
    const nearest = Math.floor(tick / SPACING);
    return deepFreeze(
      createPool({
        feePips,
        tickSpacing: SPACING,
        sqrtPriceX96: getSqrtRatioAtTick(tick) + offset,
        positions: positions.map(({ centre, width, liquidity }) => ({
          tickLower: (nearest + centre - width) * SPACING,
          tickUpper: (nearest + centre + width) * SPACING,
          liquidity,
        })),
      }),
    );
  });

const anyEdge = fc
  .tuple(anyPool, fc.boolean())
  .map(([state, zeroForOne]) => ({ state, edge: edgeOf(state, zeroForOne) }))
  .filter(({ state, edge }) => maxIn(state, edge) > 1n);

/** A part of `maxIn`, uniform in its number of bits. */
const anyPart = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.bigInt({ min: 1n, max: 1n << 64n }));

function partOf(largest: bigint, [shift, fraction]: [number, bigint]): bigint {
  const part = (largest * fraction) >> (64n + BigInt(shift));
  return part > 0n ? part : 1n;
}

function edgeOf({ token0, token1 }: UniswapV3Pool, zeroForOne: boolean) {
  const [tokenIn, tokenOut] = zeroForOne ? [token0, token1] : [token1, token0];
  return { action: "swap", tokenIn, tokenOut } as const;
}

function fullRange(feePips = 3000): UniswapV3Pool {
  return createPool({
    feePips,
    tickSpacing: SPACING,
    sqrtPriceX96: 1n << 96n,
    positions: [{ tickLower: -887_220, tickUpper: 887_220, liquidity: ONE }],
  });
}

describe("edges", () => {
  test("default", () => {
    const state = fullRange();
    expect(edges(state)).toEqual([edgeOf(state, true), edgeOf(state, false)]);
  });

  test("behavior: none without a price or ticks, with ticks that do not add up, or where all is fee", () => {
    const state = fullRange();
    const half = createTickTable([{ tick: -887_220, liquidityNet: ONE }]);
    const negative = createTickTable([
      { tick: -60, liquidityNet: -1n },
      { tick: 60, liquidityNet: 1n },
    ]);
    const unusable: UniswapV3Pool[] = [
      { ...state, sqrtPriceX96: 0n },
      { ...state, ticks: createTickTable([]), liquidity: 0n },
      { ...state, ticks: half },
      { ...state, ticks: negative, liquidity: -1n },
      { ...state, liquidity: ONE + 1n },
      { ...state, feePips: 1_000_000 },
    ];
    for (const pool of unusable) {
      expect(edges(pool)).toEqual([]);
      expect(maxIn(pool, edgeOf(pool, true))).toBe(0n);
      expect(maxIn(pool, edgeOf(pool, false))).toBe(0n);
    }
  });
});

describe("maxIn", () => {
  test("default: it is quoted, one wei more is not", () => {
    fc.assert(
      fc.property(anyEdge, ({ state, edge }) => {
        const largest = maxIn(state, edge);
        const quoted = quote(state, edge, largest);
        if (!quoted.ok) expect(quoted.reason).toBe("amount-too-small");
        expect(quote(state, edge, largest + 1n)).toEqual({
          ok: false,
          reason: "insufficient-liquidity",
        });
      }),
      { numRuns: 500 },
    );
  });

  test("behavior: 0 towards a side without liquidity", () => {
    const above = createPool({
      feePips: 500,
      tickSpacing: 10,
      sqrtPriceX96: 1n << 96n,
      positions: [{ tickLower: 100, tickUpper: 200, liquidity: ONE }],
    });
    expect(maxIn(above, edgeOf(above, true))).toBe(0n);
    expect(maxIn(above, edgeOf(above, false))).toBeGreaterThan(0n);
    const below = createPool({
      feePips: 500,
      tickSpacing: 10,
      sqrtPriceX96: 1n << 96n,
      positions: [{ tickLower: -200, tickUpper: -100, liquidity: ONE }],
    });
    expect(maxIn(below, edgeOf(below, true))).toBeGreaterThan(0n);
    expect(maxIn(below, edgeOf(below, false))).toBe(0n);
  });

  test("behavior: exact where all that the pool takes are roundings", () => {
    // Pharaoh's pool takes it: test/protocols/uniswap-v3/on-chain.integration.test.ts, seed 972416.
    const drained = createPool({
      feePips: 0,
      tickSpacing: 1,
      sqrtPriceX96: 22172309139685809116280593606523977n,
      positions: [{ tickLower: 250_836, tickUpper: 250_873, liquidity: 6_363_211n }],
    });
    const edge = edgeOf(drained, true);
    expect(maxIn(drained, edge)).toBe(1n);
    expect(quote(drained, edge, 1n)).toMatchObject({ ok: true, amountOut: 1_512_935_191n });
    expect(quote(drained, edge, 2n).ok).toBe(false);
  });

  test.each([true, false])("behavior: ends after 512 bitmap words, zeroForOne %s", (zeroForOne) => {
    const wide = createPool({
      feePips: 100,
      tickSpacing: 1,
      sqrtPriceX96: 1n << 96n,
      positions: [{ tickLower: -887_272, tickUpper: 887_272, liquidity: ONE }],
    });
    const quoted = quote(wide, edgeOf(wide, zeroForOne), maxIn(wide, edgeOf(wide, zeroForOne)));
    if (!quoted.ok) throw new Error(`maxIn is not quoted: ${quoted.reason}`);
    expect(Math.abs(quoted.next.tick)).toBeGreaterThan(511 * 256 - 2);
    expect(Math.abs(quoted.next.tick)).toBeLessThanOrEqual(512 * 256);
  });

  test.each([true, false])("behavior: ends after 256 ticks, zeroForOne %s", (zeroForOne) => {
    const positions = Array.from({ length: 400 }, (_, at) => ({
      tickLower: -(at + 1) * SPACING,
      tickUpper: (at + 1) * SPACING,
      liquidity: ONE,
    }));
    const dense = createPool({
      feePips: 500,
      tickSpacing: SPACING,
      sqrtPriceX96: 1n << 96n,
      positions,
    });
    const quoted = quote(dense, edgeOf(dense, zeroForOne), maxIn(dense, edgeOf(dense, zeroForOne)));
    if (!quoted.ok) throw new Error(`maxIn is not quoted: ${quoted.reason}`);
    const crossed = Math.abs(quoted.next.tick) / SPACING;
    expect(crossed).toBeGreaterThan(254.9);
    expect(crossed).toBeLessThanOrEqual(256.1);
  });
});

describe("quote", () => {
  test("default", () => {
    const state = fullRange();
    const quoted = quote(state, edgeOf(state, true), 1_000n);
    expect(quoted).toMatchObject({ ok: true, amountOut: 996n });
  });

  test("behavior: more in is never less out, and two swaps pay at most what one pays", () => {
    fc.assert(
      fc.property(anyEdge, anyPart, anyPart, ({ state, edge }, partA, partB) => {
        const half = maxIn(state, edge) / 2n;
        fc.pre(half > 0n);
        const [a, b] = [partOf(half, partA), partOf(half, partB)];
        const first = quote(state, edge, a);
        const both = quote(state, edge, a + b);
        const whole = both.ok ? both.amountOut : 0n;
        const one = first.ok ? first.amountOut : 0n;
        const second = first.ok ? quote(first.next, edge, b) : first;
        expect(whole).toBeGreaterThanOrEqual(one);
        expect(one + (second.ok ? second.amountOut : 0n)).toBeLessThanOrEqual(whole + 1n);
      }),
      { numRuns: 1_000 },
    );
  });

  test("behavior: swapping back never gains", () => {
    fc.assert(
      fc.property(anyEdge, anyPart, ({ state, edge }, part) => {
        const amountIn = partOf(maxIn(state, edge), part);
        const there = quote(state, edge, amountIn);
        fc.pre(there.ok);
        const back = edgeOf(state, edge.tokenIn !== state.token0);
        const returned = quote(there.next, back, there.amountOut);
        if (returned.ok) expect(returned.amountOut).toBeLessThanOrEqual(amountIn);
      }),
      { numRuns: 500 },
    );
  });

  test("behavior: the next state shares the ticks and keeps the sum of liquidity", () => {
    fc.assert(
      fc.property(anyEdge, anyPart, ({ state, edge }, part) => {
        const before = Int32Array.from(state.ticks.ticks);
        const quoted = quote(state, edge, partOf(maxIn(state, edge), part));
        fc.pre(quoted.ok);
        const { sqrtPriceX96, tick, liquidity } = quoted.next;
        expect(quoted.next).toEqual({ ...state, sqrtPriceX96, tick, liquidity });
        expect(quoted.next.ticks).toBe(state.ticks);
        expect(state.ticks.ticks).toEqual(before);
        expect(edges(quoted.next)).toHaveLength(2);
        // A price that fell exactly to a tick is still at the upper end of the range below.
        expect(sqrtPriceX96).toBeGreaterThanOrEqual(getSqrtRatioAtTick(tick));
        expect(sqrtPriceX96).toBeLessThanOrEqual(getSqrtRatioAtTick(tick + 1));
      }),
      { numRuns: 500 },
    );
  });

  test("behavior: gas grows with every tick crossed", () => {
    const state = createPool({
      feePips: 500,
      tickSpacing: SPACING,
      sqrtPriceX96: 1n << 96n,
      positions: [
        { tickLower: -887_220, tickUpper: 887_220, liquidity: ONE },
        { tickLower: -60, tickUpper: 60, liquidity: ONE },
      ],
    });
    const gas = (amountIn: bigint) => {
      const quoted = quote(state, edgeOf(state, true), amountIn);
      return quoted.ok ? quoted.gas : 0n;
    };
    expect(gas(1_000n)).toBe(gas(2_000n));
    expect(gas(ONE / 50n)).toBeGreaterThan(gas(1_000n));
  });

  test("error: amount-too-small", () => {
    const state = fullRange();
    const failure = { ok: false, reason: "amount-too-small" };
    expect(quote(state, edgeOf(state, true), 1n)).toEqual(failure);
    expect(quote(state, edgeOf(state, true), 0n)).toEqual(failure);
    expect(quote(state, edgeOf(state, false), -5n)).toEqual(failure);
  });

  test("error: insufficient-liquidity", () => {
    const state = fullRange();
    const failure = { ok: false, reason: "insufficient-liquidity" };
    for (const amountIn of [1n << 255n, (1n << 255n) - 1n, (1n << 256n) - 1n]) {
      expect(quote(state, edgeOf(state, true), amountIn)).toEqual(failure);
      expect(quote(state, edgeOf(state, false), amountIn)).toEqual(failure);
    }
  });
});

describe("spotPrice", () => {
  test("default", () => {
    const state = { ...fullRange(), sqrtPriceX96: 3n << 95n };
    const price = spotPrice(state, edgeOf(state, true));
    expect(price.numerator * 4n).toBe(price.denominator * 9n);
    const inverse = spotPrice(state, edgeOf(state, false));
    expect(inverse).toEqual({ numerator: price.denominator, denominator: price.numerator });
  });
});

describe("actions", () => {
  test("default", () => {
    const state = fullRange();
    const operation = { kind: "v3-swap", pool: state.address };
    const { swap } = uniswapV3.actions;
    expect(swap?.(state, edgeOf(state, true), 1n)).toEqual({ ...operation, zeroForOne: true });
    expect(swap?.(state, edgeOf(state, false), 1n)).toEqual({ ...operation, zeroForOne: false });
  });
});
