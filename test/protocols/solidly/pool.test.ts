import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BlockContext, Edge } from "../../../src/protocols/protocol.ts";
import { cubeRootDown } from "../../../src/protocols/solidly/cube-root.ts";
import { solidly } from "../../../src/protocols/solidly/index.ts";
import { maxIn, quote, type SolidlyPool } from "../../../src/protocols/solidly/pool.ts";
import { amountToSwap } from "../../../src/protocols/solidly/split.ts";
import { scaledInvariant, solveY } from "../../../src/protocols/solidly/stable-math.ts";
import { quoteSwap } from "../../../src/protocols/solidly/swap.ts";
import { samples } from "./sample.ts";

const WAD = 10n ** 18n;
const at: BlockContext = { number: 2n, timestamp: 31_536_001n };

function sample(index: number): SolidlyPool {
  const state = samples[index];
  if (state === undefined) throw new Error(`no sample ${index}`);
  return state;
}

function edgeOf(state: SolidlyPool, action: Edge["action"], zero: boolean): Edge {
  const { address, token0, token1 } = state;
  const [token, other] = zero ? [token0, token1] : [token1, token0];
  if (action === "deposit") return { action, tokenIn: token, tokenOut: address };
  if (action === "redeem") return { action, tokenIn: address, tokenOut: token };
  return { action, tokenIn: token, tokenOut: other };
}

describe("cubeRootDown", () => {
  test("default", () => {
    expect([0n, 1n, 7n, 8n, 26n, 27n, 63n, 64n].map(cubeRootDown)).toEqual([
      ...[0n, 1n, 1n, 2n, 2n, 3n, 3n, 4n],
    ]);
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 1n << 500n }), (value) => {
        const root = cubeRootDown(value);
        expect(root ** 3n <= value && (root + 1n) ** 3n > value).toBe(true);
      }),
    );
  });
});

describe("solveY", () => {
  const whole = { unit0: WAD, unit1: WAD };

  test("behavior: where it looks one unit up, tokens of few decimals overflow as in the contract", () => {
    const x = 10n ** 24n;
    const k = scaledInvariant(x, x, whole) ?? 0n;
    const lost = k + 1n;
    expect(solveY(x, lost, x, whole)).toBe(x + 1n);
    expect(solveY(x, lost, x, { unit0: 10n ** 6n, unit1: 10n ** 6n })).toBeNull();
  });

  test("behavior: no reserves have no solution", () => {
    expect(solveY(0n, 1n, 0n, whole)).toBeNull();
    expect(solveY(1n << 200n, 1n, 1n, whole)).toBeNull();
  });
});

describe("quote", () => {
  test("default: the fee leaves the reserves", () => {
    const state = sample(1);
    const edge = edgeOf(state, "swap", true);
    const amountIn = 1_000_000_000n;
    const quoted = quote(state, edge, amountIn);
    expect(quoted).toMatchObject({ ok: true });
    if (!quoted.ok) return;
    expect(quoted.next.reserve0).toBe(state.reserve0 + (amountIn * 9_970n) / 10_000n);
    expect(quoted.next.reserve1).toBe(state.reserve1 - quoted.amountOut);
  });

  test("behavior: a deposit leaves almost nothing over, at any size", () => {
    for (const state of samples.slice(0, 3)) {
      const edge = edgeOf(state, "deposit", true);
      for (let x = maxIn(state, edge); x > state.unit0; x /= 1_000n) {
        const toSwap = amountToSwap(state, true, x);
        const swapped = quoteSwap(state, true, toSwap);
        if (!swapped.ok) throw new Error(swapped.reason);
        const { reserve0, reserve1 } = swapped.next;
        const surplus = x - toSwap - (swapped.amountOut * reserve0) / reserve1;
        expect(Math.abs(Number(surplus)) / Number(x)).toBeLessThan(1e-6);
      }
    }
  });

  test("behavior: into a share and back costs the fees of two halves, no more", () => {
    for (const state of samples.slice(0, 3)) {
      const amountIn = 1_000n * state.unit0;
      const deposited = quote(state, edgeOf(state, "deposit", true), amountIn);
      if (!deposited.ok) throw new Error(deposited.reason);
      const redeem = edgeOf(state, "redeem", true);
      const redeemed = quote(deposited.next, redeem, deposited.amountOut);
      if (!redeemed.ok) throw new Error(redeemed.reason);
      const cost = 1 - Number(redeemed.amountOut) / Number(amountIn);
      expect(cost).toBeGreaterThan(0);
      expect(cost).toBeLessThan((state.feeBps / 10_000) * 1.2);
    }
  });

  test("behavior: a redemption goes round amounts on which the solver fails", () => {
    // Next to equal reserves it looks one unit up, and overflows.
    const state = sample(6);
    const edge = edgeOf(state, "redeem", true);
    let reduced = 0;
    for (
      let amountIn = 10n ** 7n;
      amountIn < maxIn(state, edge);
      amountIn = (amountIn * 11n) / 10n
    ) {
      const quoted = quote(state, edge, amountIn);
      if (!quoted.ok) throw new Error(`${amountIn}: ${quoted.reason}`);
      const operation = solidly.actions.redeem?.(state, edge, amountIn);
      if (operation?.kind !== "sequence") throw new Error("no sequence");
      if (operation.stages.some(({ kind }) => kind === "take")) reduced += 1;
    }
    expect(reduced).toBeGreaterThan(0);
    const known = quote(state, edgeOf(state, "redeem", false), 2_141_597_698n);
    expect(known.ok).toBe(true);
  });

  test("error: paused", () => {
    const state = sample(4);
    for (const action of ["swap", "deposit", "redeem"] as const) {
      const edge = edgeOf(state, action, true);
      expect(maxIn(state, edge)).toBe(0n);
      expect(quote(state, edge, 1n)).toEqual({ ok: false, reason: "paused" });
    }
  });

  test("error: insufficient-liquidity", () => {
    const state = sample(0);
    const edge = edgeOf(state, "swap", true);
    expect(quote(state, edge, maxIn(state, edge))).toMatchObject({ ok: true });
    expect(quote(state, edge, maxIn(state, edge) + 1n)).toMatchObject({
      ok: false,
      reason: "insufficient-liquidity",
    });
  });
});

describe("apy", () => {
  test("default: fees over reserves in a year", () => {
    const state = { ...sample(0), feeIndexWad: (WAD * 107n) / 100n };
    const usd = () => null;
    expect(solidly.apy?.(state, state.address, { at, usd })).toBeCloseTo(7, 6);
    expect(solidly.apy?.({ ...state, since: null }, state.address, { at, usd })).toBe(0);
  });
});
