import { describe, expect, test } from "vitest";
import { borrowRate, wExp } from "../../../src/protocols/morpho-blue/interest.ts";
import {
  accrued,
  borrowed,
  created,
  feeSet,
  liquidated,
  modelOf,
  rateUpdated,
  repaid,
  supplied,
  withdrawn,
} from "../../../src/protocols/morpho-blue/transitions.ts";
import { market } from "./sample.ts";

const block = { number: 9n, timestamp: 100n };
const row = {
  ...created({ number: 1n, timestamp: 50n }),
  ...{ totalSupplyAssets: 1_000n, totalSupplyShares: 2_000n },
  ...{ totalBorrowAssets: 300n, totalBorrowShares: 600n },
};

describe("modelOf", () => {
  test("default", () => {
    const contracts = { morpho: market.morpho, adaptiveCurveIrm: market.irm };
    expect(modelOf(market.irm.toUpperCase().replace("0X", "0x"), contracts)).toBe("adaptive-curve");
    expect(modelOf("0x0000000000000000000000000000000000000000", contracts)).toBe("none");
    expect(modelOf(market.oracle, contracts)).toBe("unknown");
  });
});

describe("accrued", () => {
  test("default", () => {
    expect(accrued(row, { interest: 30n, feeShares: 4n }, block)).toEqual({
      ...{ totalSupplyAssets: 1_030n, totalSupplyShares: 2_004n, totalBorrowAssets: 330n },
      ...{ lastUpdate: 100n, updatedBlock: 9 },
    });
  });
});

describe("supplied", () => {
  test("default: and taken back", () => {
    const exchange = { assets: 10n, shares: 20n };
    const after = supplied(row, exchange, block);
    expect(after).toEqual({
      ...{ totalSupplyAssets: 1_010n, totalSupplyShares: 2_020n, updatedBlock: 9 },
    });
    expect(withdrawn({ ...row, ...after }, exchange, block)).toMatchObject({
      ...{ totalSupplyAssets: 1_000n, totalSupplyShares: 2_000n },
    });
  });
});

describe("repaid", () => {
  test("default: undoes a loan", () => {
    const exchange = { assets: 10n, shares: 20n };
    const after = borrowed(row, exchange, block);
    expect(after).toMatchObject({ totalBorrowAssets: 310n, totalBorrowShares: 620n });
    expect(repaid({ ...row, ...after }, exchange, block)).toMatchObject({
      ...{ totalBorrowAssets: 300n, totalBorrowShares: 600n },
    });
  });

  test("behavior: one unit more than all is nothing owed", () => {
    expect(repaid(row, { assets: 301n, shares: 600n }, block)).toMatchObject({
      ...{ totalBorrowAssets: 0n, totalBorrowShares: 0n },
    });
  });
});

describe("liquidated", () => {
  test("default: suppliers bear the debt that is left", () => {
    const log = {
      repaidAssets: 100n,
      repaidShares: 200n,
      badDebtAssets: 200n,
      badDebtShares: 400n,
    };
    expect(liquidated(row, log, block)).toEqual({
      ...{ totalSupplyAssets: 800n, totalBorrowAssets: 0n, totalBorrowShares: 0n },
      updatedBlock: 9,
    });
  });
});

describe("feeSet", () => {
  test("default: and the rate", () => {
    expect(feeSet({ newFee: 5n }, block)).toEqual({ feeWad: 5n, updatedBlock: 9 });
    expect(rateUpdated({ rateAtTarget: 6n }, block)).toEqual({
      ...{ rateAtTargetWad: 6n, updatedBlock: 9 },
    });
  });
});

describe("borrowRate", () => {
  test("default: the first is of 4 % a year at target", () => {
    const { rateWad, endRateAtTargetWad } = borrowRate({ ...market, rateAtTargetWad: 0n }, 12n);
    expect(endRateAtTargetWad * 31_536_000n).toBeGreaterThan(39_999_999_000_000_000n);
    expect(rateWad).toBeLessThan(endRateAtTargetWad);
  });
});

describe("wExp", () => {
  test("default: near e^x, 0 far below, clipped far above", () => {
    expect(wExp(0n)).toBe(10n ** 18n);
    expect(Number(wExp(10n ** 18n)) / 1e18).toBeCloseTo(Math.E, 1);
    expect(Number(wExp(-(10n ** 18n))) / 1e18).toBeCloseTo(1 / Math.E, 1);
    expect(wExp(-42n * 10n ** 18n)).toBe(0n);
    expect(wExp(94n * 10n ** 18n)).toBe(wExp(200n * 10n ** 18n));
  });
});
