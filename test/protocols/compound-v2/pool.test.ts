import { describe, expect, test } from "vitest";
import { loadStates } from "../../../src/api/graph/load-states.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { accountActions, deposit, redeem } from "../../../src/protocols/compound-v2/actions.ts";
import { accrued, exchangeRateWad, ticksOf } from "../../../src/protocols/compound-v2/interest.ts";
import {
  apy,
  type CompoundV2Market,
  edges,
  maxIn,
  quote,
  sharesFor,
} from "../../../src/protocols/compound-v2/pool.ts";
import { compoundV2Market } from "../../../src/protocols/compound-v2/schema.ts";
import { states as stored } from "../../../src/protocols/compound-v2/states.ts";
import { readAt } from "../../../src/protocols/compound-v2/transitions.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { createDatabase } from "../database.ts";
import { samples } from "./sample.ts";

const WAD = 10n ** 18n;
const [state, native, venus, moonwell] = samples as [
  ...[CompoundV2Market, CompoundV2Market, CompoundV2Market, CompoundV2Market],
];
const [enter, leave] = edges(state) as [Edge, Edge];
const at = { number: 20_000_100n, timestamp: 1_800_000_000n };

describe("accrued", () => {
  test("default: by the block, of which reserves keep a part", () => {
    const interest = (state.borrowRateWad * 100n * state.totalBorrows) / WAD;
    const after = accrued(state, at);
    expect(after).toMatchObject({
      ...{ accruedAt: 20_000_100, cash: state.cash, totalSupply: state.totalSupply },
      totalBorrows: state.totalBorrows + interest,
      totalReserves: state.totalReserves + (interest * state.reserveFactorWad) / WAD,
    });
    expect(exchangeRateWad(after)).toBeGreaterThan(exchangeRateWad(state));
    expect(accrued(after, at)).toBe(after);
  });

  test("behavior: by the second where the fork counts so", () => {
    const interest = (moonwell.borrowRateWad * 1_000n * moonwell.totalBorrows) / WAD;
    expect(accrued(moonwell, at).totalBorrows).toBe(moonwell.totalBorrows + interest);
  });

  test("behavior: reserves that are due leave with the accrual, and change no rate", () => {
    const [due, kept] = [venus, { ...venus, reservesDueAt: null }].map((each) => accrued(each, at));
    expect(due?.totalReserves).toBe(0n);
    expect(due?.cash).toBe((kept?.cash ?? 0n) - (kept?.totalReserves ?? 0n));
    expect(exchangeRateWad(due as CompoundV2Market)).toBe(
      exchangeRateWad(kept as CompoundV2Market),
    );
  });
});

describe("quote", () => {
  test("default: shares and assets round down, and the state follows", () => {
    const rateWad = exchangeRateWad(accrued(state, at));
    const minted = quote(state, enter, 1_000_003n, at);
    expect(minted).toMatchObject({
      amountOut: (1_000_003n * WAD) / rateWad,
      next: { cash: state.cash + 1_000_003n },
    });
    const paid = (5_000_001n * rateWad) / WAD;
    expect(quote(state, leave, 5_000_001n, at)).toMatchObject({
      ...{ amountOut: paid, next: { cash: state.cash - paid } },
    });
  });

  test("behavior: the treasury takes its part of a redemption", () => {
    const whole = quote({ ...venus, redeemFeeWad: 0n }, leave, 10n ** 9n, at);
    const paid = whole.ok ? whole.amountOut : 0n;
    expect(quote(venus, leave, 10n ** 9n, at)).toMatchObject({
      amountOut: paid - (paid * venus.redeemFeeWad) / WAD,
    });
  });

  test("error: beyond cash and caps, too little, and what is paused", () => {
    const most = maxIn(state, leave, at);
    expect(quote(state, leave, most, at).ok).toBe(true);
    expect(quote(state, leave, most + 1n, at)).toMatchObject({ reason: "insufficient-liquidity" });
    for (const capped of [venus, moonwell]) {
      const room = maxIn(capped, enter, at);
      expect(quote(capped, enter, room, at).ok).toBe(true);
      expect(quote(capped, enter, room + 1n, at)).toMatchObject({ reason: "cap-exceeded" });
    }
    const dear = { ...state, cash: 10n ** 30n };
    expect(quote(dear, enter, 1n, at)).toMatchObject({ reason: "amount-too-small" });
    expect(quote({ ...state, isTransferPaused: true }, leave, 10n, at)).toMatchObject({
      reason: "paused",
    });
    const absurd = { ...state, borrowRateWad: 5n * 10n ** 12n + 1n };
    expect(quote(absurd, enter, 10n ** 6n, at)).toMatchObject({ reason: "paused" });
  });

  test("behavior: a cap counts what is paid into the native market twice", () => {
    const capped = { ...venus, asset: NATIVE, paidIn: NATIVE };
    const [once, twice] = [venus, capped].map((each) => maxIn(each, enter, at));
    expect(Number(twice)).toBeCloseTo(Number(once) / 2, -1);
  });
});

describe("sharesFor", () => {
  test("default: rounded up", () => {
    const cost = sharesFor(state, 1_000_000n, at);
    const rateWad = exchangeRateWad(accrued(state, at));
    expect((cost * rateWad) / WAD).toBeGreaterThanOrEqual(1_000_000n);
    expect(((cost - 1n) * rateWad) / WAD).toBeLessThan(1_000_000n);
  });
});

describe("apy", () => {
  test("default: what borrowers pay a year, less the reserves' part, over what is supplied", () => {
    const context = { at: { number: 20_000_000n, timestamp: 0n }, usd: () => null };
    const used = 230_987_654_321_098 / 289_876_543_220_000 - 0.001;
    expect(apy(state, state.cToken, context)).toBeCloseTo(used * 0.925 * 4, 1);
    expect(ticksOf("block", 12)).toBe(2_628_000);
    expect(ticksOf("second", 2)).toBe(31_536_000);
  });
});

describe("accountActions", () => {
  test("default: the native market sends value, and a paused one lends nothing", () => {
    const [token, coin] = [state, native].map((each) => deposit(each, enter));
    expect([token, coin]).toMatchObject([
      { approve: true, value: "none" },
      { approve: false, value: "amountIn" },
    ]);
    expect(redeem(state, leave)).toMatchObject({ amountOut: { from: "gain" } });
    const verbs = (of: CompoundV2Market) => accountActions(of).map(({ verb }) => verb);
    expect(verbs(state)).toEqual(["withdraw", "repay", "borrow", "harvest"]);
    expect(verbs(native)).toEqual(["withdraw", "repay", "borrow"]);
    expect(verbs(moonwell)).toEqual(["withdraw", "repay", "harvest"]);
  });

  test("behavior: BENQI's two rewards are claimed one after the other", () => {
    const harvest = accountActions({ ...state, slug: "benqi" }).find(
      ({ verb }) => verb === "harvest",
    );
    const [qi] = harvest?.operation.args ?? [];
    const [avax] = harvest?.before?.(state.cToken).args ?? [];
    expect([qi, avax]).toEqual([0, 1].map((value) => ({ kind: "literal", value })));
  });
});

describe("states", () => {
  test("default: what changed, and what is asked for", async () => {
    const { db, close } = await createDatabase([compoundV2Market]);
    const { id, clock: _clock, ...row } = venus;
    await db
      .insert(compoundV2Market)
      .values({ chainId: 1, ...row, rewardTokens: [...row.rewardTokens] });
    const asked = { chainId: 1, sinceBlock: -1, ids: [] };
    expect(await loadStates(db, stored, asked)).toEqual([venus]);
    expect(await loadStates(db, stored, { ...asked, sinceBlock: 1 })).toEqual([]);
    expect(await loadStates(db, stored, { ...asked, sinceBlock: 1, ids: [id] })).toEqual([venus]);
    await close();
  });

  test("behavior: a reading of the same changes nothing, and the first rate is kept", () => {
    expect(readAt(state, state)).toBeNull();
    const first = { ...state, initialRateWad: 7n };
    expect(readAt(first, { ...state, cash: 0n })).toMatchObject({ cash: 0n, initialRateWad: 7n });
  });
});
