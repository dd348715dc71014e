import { describe, expect, test } from "vitest";
import { swap } from "../../../src/protocols/sky/actions.ts";
import { edges, maxIn, quote, type SkyConverter } from "../../../src/protocols/sky/pool.ts";
import { states } from "../../../src/protocols/sky/states.ts";
import { samples } from "./sample.ts";

const [state] = samples as readonly [SkyConverter];

describe("states", () => {
  test("default: one on Ethereum", () => {
    expect(states.on(1)).toEqual([state]);
    expect(states.on(8453)).toEqual([]);
  });
});

describe("quote", () => {
  test("default: one to one in both directions, up to what the ledger counts", () => {
    const [there, back] = edges(state);
    expect([there?.tokenIn, there?.tokenOut]).toEqual([back?.tokenOut, back?.tokenIn]);
    for (const edge of edges(state)) {
      const most = maxIn(state, edge);
      expect(most * 10n ** 27n < 1n << 256n && (most + 1n) * 10n ** 27n >= 1n << 256n).toBe(true);
      for (const amountIn of [1n, 10n ** 18n, most]) {
        expect(quote(state, edge, amountIn)).toMatchObject({ amountOut: amountIn, next: state });
      }
      const beyond = { ok: false, reason: "insufficient-liquidity" };
      expect(quote(state, edge, most + 1n)).toEqual(beyond);
      expect(quote(state, edge, 0n)).toEqual({ ok: false, reason: "amount-too-small" });
    }
  });
});

describe("swap", () => {
  test("default: each direction has a function of its own", () => {
    const names = edges(state).map((edge) => {
      const operation = swap(state, edge);
      return operation.kind === "call" ? operation.function?.name : null;
    });
    expect(names).toEqual(["daiToUsds", "usdsToDai"]);
  });
});
