import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_UINT112 } from "../../../src/lib/math.ts";
import type { BlockContext } from "../../../src/protocols/protocol.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import {
  edges,
  maxIn,
  quote,
  spotPrice,
  type UniswapV2Pool,
} from "../../../src/protocols/uniswap-v2/pool.ts";
import { deepFreeze } from "../freeze.ts";

const at: BlockContext = { number: 2n, timestamp: 12n };

function createPool(reserve0: bigint, reserve1: bigint, feePips = 3000): UniswapV2Pool {
  return deepFreeze({
    id: "0x00000000000000000000000000000000000000f2",
    address: "0x00000000000000000000000000000000000000f2",
    slug: "uniswap-v2",
    updatedBlock: 1,
    token0: "0x0000000000000000000000000000000000000a00",
    token1: "0x0000000000000000000000000000000000000b00",
    feePips,
    reserve0,
    reserve1,
    liquidity: null,
  });
}

/** Uniform in the number of bits. */
function amountUpTo(bits: number) {
  return fc
    .tuple(fc.integer({ min: 1, max: bits }), fc.bigInt({ min: 0n, max: (1n << 112n) - 1n }))
    .map(([length, low]) => (1n << BigInt(length - 1)) + (low & ((1n << BigInt(length - 1)) - 1n)));
}

const anyPool = fc
  .tuple(amountUpTo(110), amountUpTo(110), fc.constantFrom(0, 100, 2500, 3000, 10_000))
  .map(([reserve0, reserve1, feePips]) => createPool(reserve0, reserve1, feePips));

/** A pool and one of its edges. */
const anyEdge = fc
  .tuple(anyPool, fc.boolean())
  .map(([state, zeroForOne]) => ({ state, zeroForOne, edge: edgeOf(state, zeroForOne) }));

function edgeOf({ token0, token1 }: UniswapV2Pool, zeroForOne: boolean) {
  const [tokenIn, tokenOut] = zeroForOne ? [token0, token1] : [token1, token0];
  return { action: "swap", tokenIn, tokenOut } as const;
}

function amountOut(state: UniswapV2Pool, zeroForOne: boolean, amountIn: bigint): bigint {
  const quoted = quote(state, edgeOf(state, zeroForOne), amountIn);
  return quoted.ok ? quoted.amountOut : 0n;
}

describe("edges", () => {
  test("default", () => {
    const state = createPool(1n, 1n);
    expect(edges(state)).toEqual([edgeOf(state, true), edgeOf(state, false)]);
  });

  test("behavior: an empty pair has none", () => {
    expect(edges(createPool(0n, 5n))).toEqual([]);
    expect(edges(createPool(5n, 0n))).toEqual([]);
    expect(maxIn(createPool(0n, 5n), edgeOf(createPool(0n, 5n), true))).toBe(0n);
  });
});

describe("quote", () => {
  test("default: the fee forms of the original and of forks give the same number", () => {
    fc.assert(
      fc.property(amountUpTo(110), amountUpTo(110), amountUpTo(110), (reserveIn, reserveOut, x) => {
        const out = (fee: bigint, one: bigint) =>
          (x * (one - fee) * reserveOut) / (reserveIn * one + x * (one - fee));
        const perMille = createPool(reserveIn, reserveOut, 3000);
        expect(amountOut(perMille, true, x)).toBe(out(3n, 1000n));
        const basisPoints = createPool(reserveIn, reserveOut, 2500);
        expect(amountOut(basisPoints, true, x)).toBe(out(25n, 10_000n));
      }),
    );
  });

  test("behavior: passes the pair's check of the product, one wei more does not", () => {
    fc.assert(
      fc.property(anyEdge, amountUpTo(110), ({ state, edge, zeroForOne }, amountIn) => {
        const quoted = quote(state, edge, amountIn);
        const reserveIn = zeroForOne ? state.reserve0 : state.reserve1;
        const reserveOut = zeroForOne ? state.reserve1 : state.reserve0;
        const out = quoted.ok ? quoted.amountOut : 0n;
        const passes = (paid: bigint) => {
          const scale = 1_000_000n;
          const adjusted = (reserveIn + amountIn) * scale - amountIn * BigInt(state.feePips);
          return adjusted * (reserveOut - paid) * scale >= reserveIn * reserveOut * scale ** 2n;
        };
        expect(out).toBeLessThan(reserveOut);
        expect(passes(out)).toBe(true);
        expect(passes(out + 1n)).toBe(false);
      }),
    );
  });

  test("behavior: more in is never less out, and two swaps pay at most what one pays", () => {
    fc.assert(
      fc.property(
        anyEdge,
        amountUpTo(100),
        amountUpTo(100),
        ({ state, edge, zeroForOne }, a, b) => {
          const first = quote(state, edge, a);
          const both = amountOut(state, zeroForOne, a + b);
          const second = first.ok ? amountOut(first.next, zeroForOne, b) : 0n;
          expect(both).toBeGreaterThanOrEqual(amountOut(state, zeroForOne, a));
          expect(both).toBeGreaterThanOrEqual((first.ok ? first.amountOut : 0n) + second);
        },
      ),
    );
  });

  test("behavior: the next state holds what came in and not what went out", () => {
    fc.assert(
      fc.property(anyEdge, amountUpTo(110), ({ state, edge, zeroForOne }, amountIn) => {
        const quoted = quote(state, edge, amountIn);
        fc.pre(quoted.ok);
        const change = zeroForOne ? [amountIn, -quoted.amountOut] : [-quoted.amountOut, amountIn];
        expect(quoted.next).toEqual({
          ...state,
          reserve0: state.reserve0 + (change[0] ?? 0n),
          reserve1: state.reserve1 + (change[1] ?? 0n),
        });
      }),
    );
  });

  test("error: amount-too-small", () => {
    const state = createPool(10n ** 20n, 10n);
    const failure = { ok: false, reason: "amount-too-small" };
    expect(quote(state, edgeOf(state, true), 1n)).toEqual(failure);
    expect(quote(state, edgeOf(state, true), 0n)).toEqual(failure);
    expect(quote(state, edgeOf(state, true), -1n)).toEqual(failure);
  });

  test("error: insufficient-liquidity", () => {
    const state = createPool(10n ** 20n, 10n ** 20n);
    const edge = edgeOf(state, false);
    expect(maxIn(state, edge)).toBe(MAX_UINT112 - 10n ** 20n);
    expect(quote(state, edge, maxIn(state, edge))).toMatchObject({ ok: true });
    expect(quote(state, edge, maxIn(state, edge) + 1n)).toEqual({
      ok: false,
      reason: "insufficient-liquidity",
    });
  });
});

describe("spotPrice", () => {
  test("default", () => {
    const state = createPool(2n, 3n);
    expect(spotPrice(state, edgeOf(state, true))).toEqual({ numerator: 3n, denominator: 2n });
    expect(spotPrice(state, edgeOf(state, false))).toEqual({ numerator: 2n, denominator: 3n });
  });
});

describe("actions", () => {
  test("default", () => {
    const state = createPool(2n, 3n, 2500);
    const operation = { kind: "v2-swap", pair: state.address, feePips: 2500 };
    const { swap } = uniswapV2.actions;
    expect(swap?.(state, edgeOf(state, true), 1n)).toEqual({ ...operation, zeroForOne: true });
    expect(swap?.(state, edgeOf(state, false), 1n)).toEqual({ ...operation, zeroForOne: false });
    expect(uniswapV2.quote(state, edgeOf(state, true), 0n, at).ok).toBe(false);
  });
});
