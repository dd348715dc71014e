import { describe, expect, test } from "vitest";
import { stepsIntoPosition, stepsOf } from "../../../../src/api/http/routes/steps.ts";
import type { Hop } from "../../../../src/api/router/route.ts";
import { NATIVE } from "../../../../src/lib/address.ts";
import { uniswapV2 } from "../../../../src/protocols/uniswap-v2/index.ts";
import { wrappedNative } from "../../../../src/protocols/wrapped-native/index.ts";
import { samples } from "../../../protocols/uniswap-v2/sample.ts";
import { addressOf, v2Pool } from "../../router/market.ts";

/** A hop through the n-th pool; even ones are Uniswap's, odd ones SushiSwap's. */
function swap(n: number, tokenIn: number, tokenOut: number): Hop {
  const market = { a: tokenIn, b: tokenOut, priceA: 1, priceB: 1, tvlUsd: 1e6 };
  const [from, to] = [addressOf("token", tokenIn), addressOf("token", tokenOut)];
  const edge = { action: "swap" as const, tokenIn: from, tokenOut: to, place: n };
  const state = v2Pool(n, market);
  return {
    edge: { ...edge, protocol: uniswapV2, state },
    state,
    ...{ shareX64: null, amountIn: 1n, amountOut: 1n, gas: 1n },
  };
}

const swapsOf = (hops: readonly Hop[]) =>
  stepsOf(1, hops).map(({ protocol, tokenIn, tokenOut }) => [protocol, tokenIn[0], tokenOut[0]]);

describe("stepsOf", () => {
  test("default: one venue is a step of its protocol", () => {
    const [zero, one, two] = [0, 1, 2].map((n) => addressOf("token", n));
    expect(swapsOf([swap(0, 0, 1), swap(1, 1, 2)])).toEqual([
      ["uniswap-v2", zero, one],
      ["sushiswap-v2", one, two],
    ]);
  });

  test("behavior: several venues between two tokens are one swap by core, wherever they stand", () => {
    const [zero, one, two] = [0, 1, 2].map((n) => addressOf("token", n));
    const hops = [swap(0, 0, 1), swap(2, 0, 2), swap(3, 0, 1), swap(4, 1, 2)];
    expect(swapsOf(hops)).toEqual([
      ["core", zero, one],
      ["uniswap-v2", zero, two],
      ["uniswap-v2", one, two],
    ]);
  });

  test("behavior: a share of two tokens names both, and on the way into a position its contract", () => {
    const [state] = samples;
    if (state === undefined) throw new Error("no pair");
    const { address: pair, token0, token1, liquidity } = state;
    const edge = { action: "deposit" as const, tokenIn: token0, tokenOut: pair, place: 0 };
    const hop = { ...swap(0, 0, 1), state, edge: { ...edge, protocol: uniswapV2, state } };
    const [step] = stepsOf(1, [hop]);
    expect(step?.positionOutId).toEqual([`1:${pair}:${token0}`, `1:${pair}:${token1}`]);
    expect(step?.primary).toBeUndefined();
    expect(stepsIntoPosition(1, [hop])[0]?.primary).toBe(liquidity?.router);
  });

  test("behavior: wrapping names its positions", () => {
    const token = addressOf("token", 0);
    const state = { id: token, slug: "weth", updatedBlock: 0, token };
    const edge = { action: "deposit" as const, tokenIn: NATIVE, tokenOut: token, place: 0 };
    const hop: Hop = {
      edge: { ...edge, protocol: wrappedNative, state },
      state,
      ...{ shareX64: null, amountIn: 1n, amountOut: 1n, gas: 1n },
    };
    expect(stepsOf(1, [hop])).toEqual([
      {
        ...{ action: "deposit", protocol: "weth", tokenIn: [NATIVE], tokenOut: [token] },
        positionInId: [`1:${NATIVE}`],
        positionOutId: [`1:${token}:${NATIVE}`],
      },
    ]);
  });
});
