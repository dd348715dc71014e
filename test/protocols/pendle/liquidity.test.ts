import { describe, expect, test } from "vitest";
import { deposit, redeem } from "../../../src/protocols/pendle/actions.ts";
import { mostAdded, ptForLp, toleranceForLp } from "../../../src/protocols/pendle/adding.ts";
import { liquidity } from "../../../src/protocols/pendle/liquidity.ts";
import { addLiquidity, removeLiquidity } from "../../../src/protocols/pendle/liquidity-math.ts";
import {
  buyPt,
  mostPtOut,
  ONE,
  type Priced,
  pricedAt,
  traded,
  YEAR,
} from "../../../src/protocols/pendle/market-math.ts";
import { maxIn } from "../../../src/protocols/pendle/max-in.ts";
import {
  apy,
  defiTokens,
  edges,
  holdings,
  quote,
  spotPrice,
} from "../../../src/protocols/pendle/pool.ts";
import type { PendleMarket } from "../../../src/protocols/pendle/state.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { expired, market, small } from "./sample.ts";

const at = { number: 2n, timestamp: market.expiry - YEAR / 2n };
const add: Edge = { action: "deposit", tokenIn: market.sy, tokenOut: market.address };
const remove: Edge = { action: "redeem", tokenIn: market.address, tokenOut: market.sy };

function priced(state: PendleMarket): Priced {
  const found = pricedAt(state, state.routerLnFeeRoot, at.timestamp);
  if (found === null) throw new Error("The market trades.");
  return found;
}

/** What is minted when so much PT is bought and the rest of the SY added; 0 where it fails. */
function mintedWith(state: PendleMarket, syIn: bigint, ptOut: bigint): bigint {
  const trade = buyPt(priced(state), ptOut);
  const after = trade && traded(state, priced(state), { ptOut, trade });
  if (trade === null || after === null || trade.sy >= syIn) return 0n;
  return addLiquidity(after, { sy: syIn - trade.sy, pt: ptOut })?.lp ?? 0n;
}

describe("mostAdded", () => {
  test("default: no other amount of PT mints more", () => {
    const tiny = { ...market, totalPt: 1_321n, totalSy: 745n, supply: 1_031n };
    let compared = 0;
    for (let syIn = 300n; syIn < 3_000n; syIn += 171n) {
      const added = mostAdded(tiny, priced(tiny), syIn);
      if (added === null) continue;
      let most = 0n;
      for (let pt = 1n; pt <= mostPtOut(priced(tiny)); pt++) {
        const minted = mintedWith(tiny, syIn, pt);
        if (minted > most) most = minted;
      }
      expect(added.lp).toBe(most);
      compared++;
    }
    expect(compared).toBeGreaterThan(10);
  });

  test("behavior: what is minted tells the PT, which mints just that", () => {
    for (const state of [market, small]) {
      const most = maxIn(state, { ...add, tokenIn: state.sy, tokenOut: state.address }, at);
      for (let syIn = most; syIn > 10_000n; syIn /= 23n) {
        const added = mostAdded(state, priced(state), syIn);
        if (added === null) throw new Error(`${syIn} adds nothing`);
        expect(ptForLp(state, added.lp)).toBe(added.pt);
        expect(mintedWith(state, syIn, added.pt)).toBe(added.lp);
        expect(mintedWith(state, syIn, added.pt - 1n)).toBeLessThan(added.lp);
      }
    }
  });

  test("behavior: a ten-millionth at most stays with the market", () => {
    for (let syIn = 3_000_000n * ONE; syIn > 10n ** 12n; syIn /= 31n) {
      const added = mostAdded(market, priced(market), syIn);
      if (added === null) throw new Error(`${syIn} adds nothing`);
      expect(toleranceForLp(market, added.lp)).toBe(10n ** 11n);
      const { sy, toReserve } = added.trade;
      const taken = added.next.totalSy - market.totalSy + toReserve;
      expect(Number(syIn - taken) / Number(syIn - sy)).toBeLessThan(1e-7);
      const used = added.next.totalPt - market.totalPt;
      expect(Number(-used) / Number(added.pt)).toBeLessThan(1e-7);
    }
  });
});

describe("quote", () => {
  test("default: liquidity in and out again costs its trades' fees, but for the part it earns", () => {
    const first = quote(market, add, 1_000n * ONE, at);
    if (!first.ok || first.next.kind !== "market") throw new Error("It is quoted.");
    expect(first.next.supply).toBe(market.supply + first.amountOut);
    const back = quote(first.next, remove, first.amountOut, at);
    if (!back.ok || back.next.kind !== "market") throw new Error("It is quoted.");
    expect(back.next.supply).toBe(market.supply);
    const part = Number(back.amountOut) / 1e21;
    // Fees of half a year, twice 3 hundredths of a percent of PT's part, which is under 0.6.
    expect(part).toBeLessThan(1);
    expect(part).toBeGreaterThan(1 - 2 * 0.0003 * 0.65);
  });

  test("behavior: liquidity is worth its part of both after the expiry", () => {
    const [, removal] = edges(expired);
    if (removal === undefined) throw new Error("There is liquidity.");
    const lp = expired.supply / 8n;
    const paid = quote(expired, removal, lp, at);
    const [sy, pt] = [
      (lp * expired.totalSy) / expired.supply,
      (lp * expired.totalPt) / expired.supply,
    ];
    expect(paid).toMatchObject({ amountOut: sy + (pt * ONE) / expired.rate });
    expect(paid).toMatchObject({ next: { ptSupply: expired.ptSupply - pt } });
  });

  test("behavior: removal leaves no more PT than the proportion lets in", () => {
    const most = maxIn(market, remove, at);
    expect(most).toBeLessThan(market.supply);
    expect(quote(market, remove, most, at).ok).toBe(true);
    const burned = removeLiquidity(market, most + 10n ** 6n);
    if (burned === null) throw new Error("There is liquidity.");
    const { totalPt, totalSy } = burned.next;
    const whole = totalPt + (totalSy * market.rate) / ONE;
    expect((market.totalPt * ONE) / whole).toBeGreaterThan((ONE * 96n) / 100n);
  });

  test("behavior: only locked liquidity is none", () => {
    const empty = { ...market, supply: 1_000n };
    expect(edges(empty).map(({ action }) => action)).toEqual(Array(4).fill("swap"));
    expect(edges({ ...expired, supply: 1_000n })).toHaveLength(1);
    expect(liquidity.share(empty)).toBeNull();
  });

  test("error: amount-too-small where nothing is earned", () => {
    for (const edge of [add, remove]) {
      expect(quote(market, edge, 1_000n, at)).toEqual({ ok: false, reason: "amount-too-small" });
    }
  });

  test("error: paused while SY is", () => {
    const paused = { ...market, isPaused: true };
    for (const edge of [add, remove]) {
      expect(quote(paused, edge, ONE, at)).toEqual({ ok: false, reason: "paused" });
      expect(maxIn(paused, edge, at)).toBe(0n);
    }
    expect(liquidity.mint(paused, [ONE, ONE], at)).toMatchObject({ reason: "paused" });
    expect(liquidity.burn(paused, ONE, at)).toMatchObject({ reason: "paused" });
  });
});

describe("spotPrice", () => {
  test("default: both ways are one price, which is the worth of a unit", () => {
    const [out, back] = [spotPrice(market, add, at), spotPrice(market, remove, at)];
    expect(out.numerator * back.numerator).toBe(out.denominator * back.denominator);
    const pt = 1_234_567 / 1.18 / Math.sqrt(1.05);
    const unit = Number(back.numerator) / Number(back.denominator);
    expect(unit).toBeCloseTo((654_321 + pt) / 800_000, 9);
  });
});

describe("liquidity", () => {
  test("default: minted of both tokens, and burned for both", () => {
    expect(liquidity.share(market)?.tokens).toEqual([market.sy, market.pt]);
    const [sy, pt] = [market.totalSy / 100n, market.totalPt / 50n];
    const minted = liquidity.mint(market, [sy, pt], at);
    if (!minted.ok || minted.next.kind !== "market") throw new Error("It is minted.");
    expect(minted.amountOut).toBe((sy * market.supply) / market.totalSy);
    // PT that does not fit is not taken.
    expect(Number(minted.next.totalPt - market.totalPt) / Number(pt)).toBeCloseTo(0.5, 9);
    const burned = liquidity.burn(minted.next, minted.amountOut, at);
    if (!burned.ok) throw new Error("It is burned.");
    expect(burned.amountsOut[0]).toBe(sy - 1n);
  });

  test("behavior: no share from the expiry on", () => {
    expect(liquidity.share(expired)).toBeNull();
    const over = { number: 2n, timestamp: market.expiry };
    expect(liquidity.mint(market, [ONE, ONE], over).ok).toBe(false);
  });
});

describe("apy", () => {
  test("default: of liquidity the part of PT's that PT is of it", () => {
    const context = { at, usd: () => null };
    const pt = 1_234_567 / 1.18 / Math.sqrt(1.05);
    expect(apy(market, market.address, context)).toBeCloseTo((5 * pt) / (pt + 654_321), 9);
    expect(apy(expired, expired.address, context)).toBe(0);
  });
});

describe("defiTokens", () => {
  test("default: liquidity stands for SY and PT, which the market holds also after the expiry", () => {
    for (const state of [market, expired]) {
      const { sy, pt, address } = state;
      expect(defiTokens(state)[1]).toMatchObject({ address, underlyingTokens: [sy, pt] });
      expect(holdings(state).map(({ token }) => token)).toEqual([sy, pt]);
    }
  });
});

describe("deposit", () => {
  test("default: the router is told the PT that what was quoted is minted of", () => {
    const syIn = 1_000n * ONE;
    const added = mostAdded(market, priced(market), syIn);
    if (added === null) throw new Error("It is added.");
    const operation = deposit(market, add, syIn, added.lp);
    if (operation.kind !== "call") throw new Error("It is added by one call.");
    expect(operation.args[4]).toEqual({
      kind: "literal",
      value: {
        ...{ guessMin: 0n, guessOffchain: added.pt, guessMax: 2n * added.pt },
        ...{ maxIteration: 64n, eps: 10n ** 11n },
      },
    });
  });

  test("behavior: PT counts as a unit of the asset where nothing was quoted", () => {
    const syIn = 1_000n * ONE;
    const operation = deposit(market, add, syIn);
    if (operation.kind !== "call") throw new Error("It is added by one call.");
    const guess = operation.args[4];
    const { guessOffchain } = (guess?.kind === "literal" ? guess.value : {}) as Record<
      string,
      bigint
    >;
    const exact = mostAdded(market, priced(market), syIn)?.pt ?? 0n;
    expect(Number(guessOffchain) / Number(exact)).toBeCloseTo(1, 1);
  });
});

describe("redeem", () => {
  test("default: liquidity by the router, PT that has expired by its YT", () => {
    const target = (edge: Edge | undefined) => {
      const operation = edge && redeem(expired, edge);
      if (operation?.kind === "call") return operation.target;
      if (operation?.kind !== "sequence") return null;
      return operation.stages.find((stage) => stage.kind === "call")?.target;
    };
    const [ofPt, ofLiquidity] = edges(expired);
    expect(target(ofPt)).toBe(expired.yt);
    expect(target(ofLiquidity)).toBe(expired.router);
  });
});
