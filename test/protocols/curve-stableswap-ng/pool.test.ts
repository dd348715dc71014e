import { readFileSync } from "node:fs";
import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  curve,
  maxIn,
  quote,
  spotPrice,
} from "../../../src/protocols/curve-stableswap/metapool.ts";
import { edges } from "../../../src/protocols/curve-stableswap/pool.ts";
import { reservesAt } from "../../../src/protocols/curve-stableswap/reserves.ts";
import { exchange } from "../../../src/protocols/curve-stableswap/trade.ts";
import type { CurveNgPool } from "../../../src/protocols/curve-stableswap-ng/pool.ts";
import type { BlockContext } from "../../../src/protocols/protocol.ts";
import { samples, twoCoins } from "./sample.ts";

const at: BlockContext = { number: 2n, timestamp: 1_800_000_000n };

const amount = z.string().transform(BigInt);
const address = z.string().transform((text) => text.toLowerCase() as Address);
const call = z.object({ kind: z.string(), tokenIn: address, tokenOut: address, amount });
const recorded = z
  .object({
    pools: z.record(
      z.string(),
      z.object({
        ...{ address, coins: z.array(address), timestamp: amount },
        ...{ balances: z.array(amount), rates: z.array(amount), supply: amount },
        ...{ feeE10: amount, adminFeeE10: amount, offpegE10: amount },
        ...{ initialA: amount, futureA: amount, initialATime: amount, futureATime: amount },
      }),
    ),
    vectors: z.array(
      z.object({
        pool: z.string(),
        origin: z.enum(["chain", "library"]),
        source: z.string(),
        call: z.union([z.object({ sequence: z.array(call) }), call]),
        expect: z.object({
          amount: amount.optional(),
          sequence: z.array(amount.nullable()).optional(),
        }),
      }),
    ),
  })
  .parse(
    JSON.parse(
      readFileSync(
        new URL("../../fixtures/curve-stableswap-ng/exchanges.json", import.meta.url),
        "utf8",
      ),
    ),
  );

function stateOf(key: string): { readonly state: CurveNgPool; readonly at: BlockContext } {
  const pool = recorded.pools[key];
  if (pool === undefined) throw new Error(`No pool ${key} was recorded.`);
  const { timestamp, ...numbers } = pool;
  const supply = numbers.supply === 0n ? twoCoins.supply : numbers.supply;
  return { state: { ...twoCoins, ...numbers, supply }, at: { number: 2n, timestamp } };
}

type Call = z.infer<typeof call>;

/**
 * What the contract does, whatever `maxIn` says: numbers of tiny pools are among those recorded.
 */
function exchanged(state: CurveNgPool, { tokenIn, tokenOut, amount }: Call, at: BlockContext) {
  const [i, j] = [state.coins.indexOf(tokenIn), state.coins.indexOf(tokenOut)];
  const traded = exchange(reservesAt(state, at.timestamp), { i, j, amountIn: amount });
  return traded === null || traded.amountOut === 0n ? null : traded;
}

describe("quote", () => {
  const single = recorded.vectors.flatMap((vector) =>
    "sequence" in vector.call ? [] : [{ ...vector, call: vector.call }],
  );

  test.each(
    single.filter(({ call }) => call.kind === "exchange"),
  )("default: as recorded by $source", ({ pool, call, expect: expected }) => {
    const { state, at } = stateOf(pool);
    expect(exchanged(state, call, at)?.amountOut ?? null).toBe(expected.amount ?? null);
  });

  test.each(
    single.filter(({ call }) => call.kind === "exactOut"),
  )("behavior: the recorded input of $source pays what was wanted", ({
    pool,
    call,
    expect: { amount: amountIn = 0n },
  }) => {
    const { state, at } = stateOf(pool);
    const paid = exchanged(state, { ...call, amount: amountIn }, at)?.amountOut ?? 0n;
    const less = { ...call, amount: amountIn - amountIn / 1_000_000n - 1n };
    expect(paid).toBeGreaterThanOrEqual(call.amount - call.amount / 1_000_000n);
    expect(exchanged(state, less, at)?.amountOut ?? 0n).toBeLessThanOrEqual(call.amount);
  });

  test.each(
    recorded.vectors.filter(({ call }) => "sequence" in call),
  )("behavior: next states are as recorded by $source", ({
    pool,
    call,
    expect: { sequence = [] },
  }) => {
    const first = stateOf(pool);
    let { state } = first;
    const calls = "sequence" in call ? call.sequence : [];
    const paid = calls.map((one) => {
      const traded = exchanged(state, one, first.at);
      if (traded !== null) state = { ...state, balances: traded.balances };
      return traded?.amountOut ?? null;
    });
    expect(paid).toEqual(sequence);
  });

  test("behavior: all that maxIn allows is paid, and one unit more is refused", () => {
    for (const state of samples) {
      for (const edge of edges(state)) {
        const most = maxIn(state, edge, at);
        expect(most).toBeGreaterThan(0n);
        expect(quote(state, edge, most, at).ok).toBe(true);
        expect(quote(state, edge, most + 1n, at).ok).toBe(false);
      }
    }
  });
});

describe("maxIn", () => {
  test("behavior: nothing where the contract does not find the invariant", () => {
    const chain = recorded.vectors.find(({ origin }) => origin === "chain");
    const { state, at } = stateOf(chain?.pool ?? "");
    for (const edge of edges(state)) expect(maxIn(state, edge, at)).toBe(0n);
  });
});

describe("worthless coins", () => {
  const worthless = {
    ...twoCoins,
    rates: [twoCoins.rates[0] ?? 1n, 1n],
    balances: [10n ** 24n, 7n],
  };

  test("behavior: what an oracle takes for nothing has a price and a curve, and no trades", () => {
    for (const edge of edges(worthless)) {
      expect(spotPrice(worthless, edge, at).denominator).toBeGreaterThan(0n);
      expect(curve(worthless, edge, at).capacity).toBe(0);
      expect(maxIn(worthless, edge, at)).toBe(0n);
      expect(quote(worthless, edge, 10n ** 6n, at).ok).toBe(false);
    }
  });
});
