import { describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { isSame } from "../../../src/catalog/live/same.ts";
import { fixedFunctions, functions } from "../../../src/protocols/compound-v3/actions.ts";
import { accrued, utilizationWad } from "../../../src/protocols/compound-v3/interest.ts";
import {
  apy,
  type CompoundV3Market,
  edges,
  holdings,
  maxIn,
  quote,
} from "../../../src/protocols/compound-v3/pool.ts";
import { compoundV3Market } from "../../../src/protocols/compound-v3/schema.ts";
import { states as stored } from "../../../src/protocols/compound-v3/states.ts";
import { createDatabase } from "../database.ts";
import { samples } from "./sample.ts";

const WAD = 10n ** 18n;
const state = samples[0] as CompoundV3Market;
const [enter, leave] = edges(state) as [
  ReturnType<typeof edges>[number],
  ReturnType<typeof edges>[number],
];
const START = 1_799_999_000n;
const at = { timestamp: START + 1_000_000n };

describe("accrued", () => {
  test("default: linear growth at the rates of the utilization below and above the kink", () => {
    const supplied = (state.totalSupply * state.supplyIndex) / 10n ** 15n;
    const borrowed = (state.totalBorrow * state.borrowIndex) / 10n ** 15n;
    const used = (borrowed * WAD) / supplied;
    expect(utilizationWad(state)).toBe(used);
    expect(used).toBeGreaterThan(state.supplyKinkWad);
    const rate =
      (state.supplySlopeLowWad * state.supplyKinkWad) / WAD +
      (state.supplySlopeHighWad * (used - state.supplyKinkWad)) / WAD;
    const growth = (state.supplyIndex * rate * 1_000_000n) / WAD;
    const after = accrued(state, at.timestamp);
    expect(after).toMatchObject({
      supplyIndex: state.supplyIndex + growth,
      accruedAt: Number(at.timestamp),
    });

    const calm = { ...state, totalBorrow: state.totalBorrow / 2n };
    const low = (state.borrowSlopeLowWad * utilizationWad(calm)) / WAD + state.borrowBaseWad;
    expect(accrued(calm, START + 1n).borrowIndex).toBe(
      state.borrowIndex + (state.borrowIndex * low) / WAD,
    );
  });

  test("behavior: nothing in the same second, and no utilization of an empty market", () => {
    expect(accrued(state, START)).toBe(state);
    expect(utilizationWad({ ...state, totalSupply: 0n })).toBe(0n);
  });
});

describe("quote", () => {
  test("default: principal is whole, so that a deposit is worth up to an index less", () => {
    const { supplyIndex } = accrued(state, at.timestamp);
    const principal = (1_000_000n * 10n ** 15n) / supplyIndex;
    const amountOut = (principal * supplyIndex) / 10n ** 15n;
    expect(amountOut).toBeLessThan(1_000_000n);
    const entered = quote(state, enter, 1_000_000n, at);
    expect(entered).toMatchObject({
      amountOut,
      next: { totalSupply: state.totalSupply + principal, cash: state.cash + 1_000_000n },
    });
  });

  test("behavior: an amount below the worth of a unit of principal is too small", () => {
    expect(quote(state, enter, 1n, at)).toEqual({ ok: false, reason: "amount-too-small" });
  });

  test("error: more than the cash, more than can be counted, and what is paused", () => {
    const most = maxIn(state, leave, at);
    const all = quote(state, leave, most, at);
    expect(all.ok && all.next.cash).toBe(0n);
    expect(quote(state, leave, most + 1n, at)).toMatchObject({ reason: "insufficient-liquidity" });
    const room = maxIn(state, enter, at);
    expect(quote(state, enter, room + 1n, at)).toMatchObject({ reason: "insufficient-liquidity" });
    for (const [flag, edge] of [
      [1, enter],
      [2, leave],
      [4, leave],
    ] as const) {
      expect(quote({ ...state, pauseFlags: flag }, edge, 10n ** 6n, at)).toEqual({
        ...{ ok: false, reason: "paused" },
      });
    }
    expect(quote({ ...state, pauseFlags: 1 }, leave, 10n ** 6n, at).ok).toBe(true);
  });
});

describe("apy", () => {
  test("default: the suppliers' rate a year", () => {
    const context = { at: { number: 1n, timestamp: START }, usd: () => null };
    const calm = { ...state, totalBorrow: 0n };
    expect(apy(calm, state.comet, context)).toBe(0);
    const used = Number(utilizationWad(state)) / 1e18;
    const expected = 3.25 * 0.8 + 40 * (used - 0.8);
    expect(apy(state, state.comet, context)).toBeCloseTo(expected, 6);
  });
});

describe("holdings", () => {
  test("default: with the interest of the block", () => {
    const { supplyIndex } = accrued(state, at.timestamp);
    const amount = (state.totalSupply * supplyIndex) / 10n ** 15n;
    expect(holdings(state, at)).toEqual([{ token: state.base, amount }]);
  });
});

describe("functions", () => {
  test("default: those of account actions are fixed", () => {
    const names = functions.filter((each) => !fixedFunctions.includes(each));
    expect(names.map(({ name }) => name)).toEqual(["supplyTo", "withdrawTo"]);
  });
});

describe("states", () => {
  test("default: what changed, and what is asked for", async () => {
    const { db, close } = await createDatabase([compoundV3Market]);
    const { id, ...row } = state;
    const collaterals = [...row.collaterals];
    await db.insert(compoundV3Market).values({ chainId: 1, ...row, collaterals });
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: -1, ids: [] })).toEqual([state]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [] })).toEqual([]);
    expect(await loadStates(db, stored, { chainId: 1, sinceBlock: 1, ids: [id] })).toEqual([state]);
    await close();
  });

  test("behavior: a reading of the same changes nothing", () => {
    expect(isSame(state, state)).toBe(true);
    expect(isSame(state, { ...state, cash: 0n })).toBe(false);
  });
});
