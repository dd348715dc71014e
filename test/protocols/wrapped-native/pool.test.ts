import { describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import type { BlockContext } from "../../../src/protocols/protocol.ts";
import { wrappedNative } from "../../../src/protocols/wrapped-native/index.ts";
import { createDatabase } from "../database.ts";

const WETH = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const at: BlockContext = { number: 2n, timestamp: 12n };
const state = { id: WETH, slug: "weth", updatedBlock: 0, token: WETH } as const;
const wrap = { action: "deposit", tokenIn: NATIVE, tokenOut: WETH } as const;
const unwrap = { action: "redeem", tokenIn: WETH, tokenOut: NATIVE } as const;

describe("states", () => {
  test("default: one state per chain, in full loads and by id", async () => {
    const { db, close } = await createDatabase([]);
    const load = (sinceBlock: number, ids: readonly string[] = [], chainId = 1) =>
      loadStates(db, wrappedNative.states, { chainId, sinceBlock, ids });
    expect(await load(-1)).toEqual([state]);
    expect(await load(5)).toEqual([]);
    expect(await load(5, [WETH])).toEqual([state]);
    expect(await load(-1, [WETH])).toEqual([state]);
    expect(await load(-1, [], 123_456_789)).toEqual([]);
    await close();
  });
});

describe("edges", () => {
  test("default", () => {
    expect(wrappedNative.edges(state)).toEqual([wrap, unwrap]);
  });
});

describe("quote", () => {
  test("default: one to one up to maxIn", () => {
    for (const edge of [wrap, unwrap]) {
      const largest = wrappedNative.maxIn(state, edge, at);
      expect(largest).toBe((1n << 256n) - 1n);
      for (const amountIn of [1n, 10n ** 18n, largest]) {
        const quoted = wrappedNative.quote(state, edge, amountIn, at);
        expect(quoted).toMatchObject({ ok: true, amountOut: amountIn, next: state });
      }
      expect(wrappedNative.spotPrice(state, edge, at)).toEqual({ numerator: 1n, denominator: 1n });
    }
  });

  test("error: amount-too-small", () => {
    const failure = { ok: false, reason: "amount-too-small" };
    expect(wrappedNative.quote(state, wrap, 0n, at)).toEqual(failure);
  });

  test("error: insufficient-liquidity", () => {
    const failure = { ok: false, reason: "insufficient-liquidity" };
    expect(wrappedNative.quote(state, wrap, 1n << 256n, at)).toEqual(failure);
  });
});
