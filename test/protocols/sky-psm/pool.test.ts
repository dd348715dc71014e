import { describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { isSame } from "../../../src/catalog/live/same.ts";
import { swap } from "../../../src/protocols/sky-psm/actions.ts";
import { edges, gemPrice, maxIn, quote, type SkyPsm } from "../../../src/protocols/sky-psm/pool.ts";
import { skyPsm } from "../../../src/protocols/sky-psm/schema.ts";
import { states as stored } from "../../../src/protocols/sky-psm/states.ts";
import { createDatabase } from "../database.ts";
import { samples } from "./sample.ts";

const WAD = 10n ** 18n;
const HALTED = (1n << 256n) - 1n;
const [state, charging] = samples as readonly [SkyPsm, SkyPsm];

function edgesOf(of: SkyPsm) {
  const [sell, buy, sellForUsds, buyWithUsds] = edges(of);
  if (!sell || !buy || !sellForUsds || !buyWithUsds) throw new Error("There are four edges.");
  return { sell, buy, sellForUsds, buyWithUsds };
}

describe("quote", () => {
  test("default: at par without fees, by the module and by its wrapper", () => {
    const { sell, buy, sellForUsds, buyWithUsds } = edgesOf(state);
    for (const edge of [sell, sellForUsds]) {
      expect(quote(state, edge, 4_160_700n)).toMatchObject({ amountOut: 4_160_700n * 10n ** 12n });
    }
    for (const edge of [buy, buyWithUsds]) {
      expect(quote(state, edge, 200_000n * WAD)).toMatchObject({ amountOut: 200_000_000_000n });
    }
  });

  test("behavior: less the fee of selling, more the fee of buying", () => {
    const { sell, buy } = edgesOf(charging);
    const amountOut = WAD - WAD / 10_000n;
    expect(quote(charging, sell, 10n ** 6n)).toMatchObject({ amountOut });
    const price = WAD + (3n * WAD) / 10_000n;
    expect(gemPrice(charging) * 10n ** 6n).toBe(price);
    expect(quote(charging, buy, price)).toMatchObject({ amountOut: 10n ** 6n });
    expect(quote(charging, buy, price - 1n)).toMatchObject({ amountOut: 10n ** 6n - 1n });
  });

  test("behavior: a rest below the price of a unit is not paid, so that the module never has it", () => {
    const { buy } = edgesOf(state);
    const bought = quote(state, buy, 7n * 10n ** 12n + 999n);
    expect(bought).toMatchObject({
      amountOut: 7n,
      next: { daiBalance: state.daiBalance + 7n * 10n ** 12n, gemBalance: state.gemBalance - 7n },
    });
    expect(quote(state, buy, 10n ** 12n - 1n)).toEqual({ ok: false, reason: "amount-too-small" });
  });

  test("behavior: there and back moves what is held there and back", () => {
    const { sell, buyWithUsds } = edgesOf(state);
    const sold = quote(state, sell, 123_456n);
    const back = sold.ok ? quote(sold.next, buyWithUsds, sold.amountOut) : sold;
    expect(back).toMatchObject({ amountOut: 123_456n, next: state });
  });

  test("error: insufficient-liquidity beyond what the module and its pocket hold", () => {
    for (const each of [state, charging, samples[2] as SkyPsm]) {
      for (const edge of edges(each)) {
        const most = maxIn(each, edge);
        const largest = quote(each, edge, most);
        expect(largest.ok).toBe(true);
        if (!largest.ok) continue;
        const left = edge.tokenIn === each.gem ? "daiBalance" : "gemBalance";
        expect(largest.next[left]).toBeGreaterThanOrEqual(0n);
        // One more unit of USDC would be more than there is.
        expect(largest.next[left]).toBeLessThan(edge.tokenIn === each.gem ? each.gemScale : 1n);
        expect(quote(each, edge, most + 1n)).toMatchObject({ reason: "insufficient-liquidity" });
      }
    }
  });

  test("error: paused where governance has halted a direction", () => {
    const halted = { ...state, tinWad: HALTED };
    const { sell, buy } = edgesOf(halted);
    expect(quote(halted, sell, 1n)).toEqual({ ok: false, reason: "paused" });
    expect(maxIn(halted, sell)).toBe(0n);
    expect(quote(halted, buy, WAD).ok).toBe(true);
  });
});

describe("swap", () => {
  test("default: the module for DAI and the wrapper for USDS", () => {
    const { sell, sellForUsds } = edgesOf(state);
    expect(swap(state, sell)).toMatchObject({ target: state.psm, function: { name: "sellGem" } });
    expect(swap(state, sellForUsds)).toMatchObject({ target: state.wrapper });
  });

  test("behavior: what is bought is divided from what arrives, and the rest goes back", () => {
    const { buyWithUsds } = edgesOf(charging);
    expect(swap(charging, buyWithUsds)).toMatchObject({
      kind: "sequence",
      stages: [
        { kind: "divide", of: 0, divisor: 1_000_300_000_000n },
        { target: charging.wrapper, approvals: [{ token: charging.usds, of: 0 }] },
      ],
      leftovers: [charging.usds],
    });
  });
});

describe("isSame", () => {
  test("default", () => {
    expect(isSame(state, state)).toBe(true);
    expect(isSame(state, { ...state, gemBalance: 1n })).toBe(false);
  });
});

describe("states", () => {
  test("default: what changed, and what is asked for", async () => {
    const { db, close } = await createDatabase([skyPsm]);
    const { id, ...row } = state;
    await db.insert(skyPsm).values({ chainId: 1, ...row });
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: -1, ids: [] })).toEqual([state]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [] })).toEqual([]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [id] })).toEqual([state]);
    await close();
  });
});
