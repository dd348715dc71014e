import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { isSame } from "../../../src/catalog/live/same.ts";
import type { BlockContext, Edge } from "../../../src/protocols/protocol.ts";
import { swap } from "../../../src/protocols/sky-psm3/actions.ts";
import { deployments } from "../../../src/protocols/sky-psm3/contracts.ts";
import {
  edges,
  maxIn,
  quote,
  rateAt,
  type SkyPsm3,
  spotPrice,
} from "../../../src/protocols/sky-psm3/pool.ts";
import { readSkyPsm3 } from "../../../src/protocols/sky-psm3/reading.ts";
import { skyPsm3 } from "../../../src/protocols/sky-psm3/schema.ts";
import { states as stored } from "../../../src/protocols/sky-psm3/states.ts";
import { createDatabase } from "../database.ts";
import { samples } from "./sample.ts";

interface Recorded {
  readonly kind: "exactIn" | "exactOut";
  readonly tokenIn: "usdc" | "usds" | "susds";
  readonly tokenOut: "usdc" | "usds" | "susds";
  readonly amountIn: string;
  readonly amountOut: string;
  readonly rateRay: string | null;
}

const fixture = new URL("../../fixtures/sky-psm3/swaps.json", import.meta.url);
const { swaps }: { readonly swaps: readonly Recorded[] } = JSON.parse(
  readFileSync(fixture, "utf8"),
);

const YEAR = 31_536_000n;
const [state, , poor] = samples as readonly [SkyPsm3, SkyPsm3, SkyPsm3];
const at: BlockContext = { number: 2n, timestamp: 12n };

function edgeOf(of: SkyPsm3, from: Recorded["tokenIn"], to: Recorded["tokenIn"]): Edge {
  return { action: "swap", tokenIn: of[from], tokenOut: of[to] };
}

describe("quote", () => {
  test.each(swaps)("default: recorded $kind of $tokenIn for $tokenOut", (recorded) => {
    const { tokenIn, tokenOut, kind, rateRay } = recorded;
    const indexRay = rateRay === null ? state.indexRay : BigInt(rateRay);
    const own = { ...state, indexRay, indexTimestamp: at.timestamp };
    const edge = edgeOf(own, tokenIn, tokenOut);
    const [amountIn, amountOut] = [BigInt(recorded.amountIn), BigInt(recorded.amountOut)];
    const paid = (amount: bigint): bigint => {
      const quoted = quote(own, edge, amount, at);
      return quoted.ok ? quoted.amountOut : 0n;
    };
    if (kind === "exactIn") expect(paid(amountIn)).toBe(amountOut);
    else {
      // The input is rounded up to its own units, of which one of USDC is a million millions.
      expect(paid(amountIn)).toBeGreaterThanOrEqual(amountOut);
      expect(paid(amountIn)).toBeLessThan(amountOut + 10n ** 12n);
    }
  });

  test("behavior: sUSDS grow by the second, from the index on", () => {
    expect(rateAt(state, 0n)).toBe(state.indexRay);
    expect(rateAt(state, 1n)).toBe((state.savingsRateRay * state.indexRay) / 10n ** 27n);
    const grown = Number(rateAt(state, YEAR)) / Number(state.indexRay);
    expect(grown).toBeCloseTo(1.045, 3);
    const buy = edgeOf(state, "usds", "susds");
    const [now, later] = [at, { number: 3n, timestamp: YEAR }].map((then) =>
      quote(state, buy, 10n ** 18n, then),
    );
    expect(now?.ok && later?.ok && later.amountOut < now.amountOut).toBe(true);
  });

  test("behavior: what is paid in can be paid out", () => {
    const sold = quote(poor, edgeOf(poor, "susds", "usdc"), 6n * 10n ** 12n, at);
    if (!sold.ok) throw new Error("It takes some.");
    expect(sold.next).toMatchObject({
      susdsBalance: poor.susdsBalance + 6n * 10n ** 12n,
      usdcBalance: poor.usdcBalance - sold.amountOut,
    });
    expect(maxIn(sold.next, edgeOf(poor, "usdc", "susds"), at)).toBeGreaterThan(0n);
  });

  test("error: insufficient-liquidity beyond what the module and its pocket hold", () => {
    for (const each of samples.slice(0, 3)) {
      for (const edge of edges(each)) {
        const most = maxIn(each, edge, at);
        expect(quote(each, edge, most, at).ok, JSON.stringify(edge)).toBe(true);
        const more = quote(each, edge, most + 1n, at);
        expect(more).toMatchObject({ reason: "insufficient-liquidity" });
      }
    }
  });

  test("error: amount-too-small where nothing is paid", () => {
    const edge = edgeOf(state, "usds", "usdc");
    expect(quote(state, edge, 10n ** 12n - 1n, at)).toMatchObject({ reason: "amount-too-small" });
    expect(quote(state, edge, 0n, at)).toMatchObject({ reason: "amount-too-small" });
  });
});

describe("spotPrice", () => {
  test("default: par, and the rate of sUSDS", () => {
    const priceOf = (from: Recorded["tokenIn"], to: Recorded["tokenIn"]): number => {
      const { numerator, denominator } = spotPrice(state, edgeOf(state, from, to), at);
      return Number(numerator) / Number(denominator);
    };
    expect(priceOf("usdc", "usds")).toBeCloseTo(1e12, 0);
    expect(priceOf("susds", "usdc")).toBeCloseTo(1.0823e-12, 15);
    expect(priceOf("usds", "susds")).toBeCloseTo(1 / 1.0823, 4);
  });
});

describe("swap", () => {
  test("default", () => {
    const edge = edgeOf(state, "usdc", "susds");
    expect(swap(state, edge)).toMatchObject({
      target: state.psm,
      function: { name: "swapExactIn" },
      approve: true,
    });
  });
});

describe("readSkyPsm3", () => {
  const contracts = deployments[0]?.chains[8453]?.contracts;
  if (contracts === undefined) throw new Error("The module is not on Base.");
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}` as const;

  /** The oracle's three words, and one of every other view. */
  function answering(provider: bigint, allowance: bigint) {
    const answers = [
      [word(1n), word(provider), `${word(2n)}${word(3n).slice(2)}${word(4n).slice(2)}` as const],
      [word(9n), word(allowance)],
    ];
    let asked = 0;
    return async (calls: readonly unknown[]) => {
      const own = answers[asked++] ?? [];
      return calls.map((_, i) => ({ success: true, returnData: own[i] ?? word(5n) }));
    };
  }

  test("default: no more than the module may take from who holds the USDC", async () => {
    const provider = BigInt(contracts.oracle);
    expect(await readSkyPsm3(answering(provider, 100n), contracts)).toMatchObject({
      ...{ usdcBalance: 9n, usdsBalance: 5n, savingsRateRay: 2n, indexRay: 3n },
    });
    expect(await readSkyPsm3(answering(provider, 7n), contracts)).toMatchObject({
      usdcBalance: 7n,
    });
  });

  test("error: null where another contract tells the rate", async () => {
    expect(await readSkyPsm3(answering(77n, 100n), contracts)).toBeNull();
  });
});

describe("isSame", () => {
  test("default", () => {
    expect(isSame(state, state)).toBe(true);
    expect(isSame(state, { ...state, usdcBalance: 1n })).toBe(false);
  });
});

describe("states", () => {
  test("default: what changed, and what is asked for", async () => {
    const { db, close } = await createDatabase([skyPsm3]);
    const { id, ...row } = state;
    await db.insert(skyPsm3).values({ chainId: 8453, ...row });
    const load = (sinceBlock: number, ids: readonly string[]) =>
      loadStates(db, stored, { chainId: 8453, sinceBlock, ids });
    expect(await load(-1, [])).toEqual([state]);
    expect(await load(1, [])).toEqual([]);
    expect(await load(1, [id])).toEqual([state]);
    await close();
  });
});
