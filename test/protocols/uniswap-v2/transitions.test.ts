import { describe, expect, test } from "vitest";
import {
  burned,
  changesShares,
  created,
  minted,
  type PairChange,
  sharesChanged,
  synced,
  thousandthsToPips,
} from "../../../src/protocols/uniswap-v2/transitions.ts";

const DAY = 86_400;
const ONE = 10n ** 18n;
const protocolFee = { share: 1, rootWeight: 5, rootLastWeight: 1 };
const at = { block: 9, timestamp: 1_000, protocolFee };

/** 100 shares over reserves of 100 and 100, when the product was last 10,000. */
const row: PairChange = {
  ...created(8),
  ...{ reserve0: 100n * ONE, reserve1: 100n * ONE, totalSupply: 100n * ONE },
  kLast: 10_000n * ONE * ONE,
};
const grown: PairChange = { ...row, reserve0: 121n * ONE };
/** sqrt(k) grew by a tenth: 100 * 10 / (5 * 110 + 100) shares. */
const FEE = (100n * ONE * 10n) / 650n;

describe("created", () => {
  test("default", () => {
    expect(created(7)).toMatchObject({ reserve0: 0n, reserve1: 0n, totalSupply: 0n, kLast: 0n });
    expect(created(7)).toMatchObject({ mints: 0, sincePrice: null, updatedBlock: 7 });
  });
});

describe("minted", () => {
  test("default", () => {
    const change = minted({ ...row, minted: 3n, mints: 1 }, 5n, 9);
    expect(change).toEqual({ totalSupply: 100n * ONE + 5n, minted: 8n, mints: 2, updatedBlock: 9 });
  });

  test("behavior: a transfer of nothing mints nothing", () => {
    expect(minted(row, 0n, 9)).toMatchObject({ totalSupply: row.totalSupply, mints: 0 });
  });
});

describe("burned", () => {
  test("default", () => {
    const change = burned({ ...row, burned: 3n }, 5n, 9);
    expect(change).toEqual({ totalSupply: 100n * ONE - 5n, burned: 8n, updatedBlock: 9 });
  });
});

describe("changesShares", () => {
  test("default", () => {
    expect(changesShares(row)).toBe(false);
    expect(changesShares({ ...row, mints: 1 })).toBe(true);
    expect(changesShares({ ...row, burned: 1n })).toBe(true);
  });
});

describe("synced", () => {
  test("default", () => {
    const reserve0 = 2n ** 112n - 1n;
    expect(synced(created(8), { reserve0, reserve1: 1n }, at)).toEqual({
      reserve0,
      reserve1: 1n,
      updatedBlock: 9,
    });
  });

  test("behavior: the yield is measured from a price a day old or older", () => {
    const log = { reserve0: 100n * ONE, reserve1: 100n * ONE };
    const first = { ...row, ...synced(row, log, at) };
    expect(first).toMatchObject({ sincePrice: ONE, sinceTimestamp: 1_000 });
    const soon = { ...first, ...synced(first, log, { ...at, timestamp: 1_000 + DAY - 1 }) };
    expect(soon).toMatchObject({ latestTimestamp: 1_000 });
    const later = synced(soon, { ...log, reserve0: 121n * ONE }, { ...at, timestamp: 1_000 + DAY });
    expect(later).toMatchObject({ sinceTimestamp: 1_000, latestTimestamp: 1_000 + DAY });
    // The fee that is due is not the holders'.
    expect(later.latestPrice).toBe((110n * ONE * ONE) / (100n * ONE + FEE));
  });

  test("behavior: shares that are not traded have no yield", () => {
    const log = { reserve0: 1n, reserve1: 1n };
    expect(synced(row, log, { ...at, protocolFee: null })).not.toHaveProperty("sincePrice");
  });
});

describe("sharesChanged", () => {
  const log = { reserve0: 200n * ONE, reserve1: 200n * ONE };
  const product = 40_000n * ONE * ONE;
  const on = { ...at, wasFeeOn: true };
  const off = { ...at, wasFeeOn: false };
  const mintOnly = { ...grown, ...minted(grown, 5n, 9) };

  test("default: a mint that pays the fee", () => {
    const fee = { ...grown, ...minted(grown, FEE, 9) };
    const both = { ...fee, ...minted(fee, 5n, 9) };
    for (const context of [on, off]) {
      const { change, isFeeOn } = sharesChanged(both, log, context);
      expect(isFeeOn).toBe(true);
      expect(change).toMatchObject({ kLast: product, minted: 0n, mints: 0, burned: 0n });
    }
  });

  test("behavior: a burn that pays the fee shows it", () => {
    const paying = { ...mintOnly, ...burned(mintOnly, 3n, 9) };
    expect(sharesChanged(paying, log, off)).toMatchObject({
      isFeeOn: true,
      change: { kLast: product },
    });
  });

  test("behavior: no fee though one is due shows that it is off", () => {
    expect(sharesChanged(mintOnly, log, on)).toMatchObject({
      isFeeOn: false,
      change: { kLast: 0n },
    });
    const burnOnly = { ...grown, ...burned(grown, 3n, 9) };
    expect(sharesChanged(burnOnly, log, on)).toMatchObject({ isFeeOn: false });
  });

  test("behavior: no fee where none is due shows nothing", () => {
    const still = { ...row, ...minted(row, 5n, 9) };
    expect(sharesChanged(still, log, on)).toMatchObject({
      isFeeOn: true,
      change: { kLast: product },
    });
    expect(sharesChanged(still, log, off)).toMatchObject({ isFeeOn: false, change: { kLast: 0n } });
  });

  test("behavior: the first mint locks shares and pays no fee", () => {
    const locked = { ...created(8), ...minted(created(8), 1_000n, 9) };
    const first = { ...locked, ...minted(locked, 5n, 9) };
    expect(sharesChanged(first, log, off).isFeeOn).toBe(false);
    expect(sharesChanged(first, log, on)).toMatchObject({
      isFeeOn: true,
      change: { kLast: product },
    });
  });
});

describe("thousandthsToPips", () => {
  test("default", () => {
    expect([0, 1, 2, 1_000].map(thousandthsToPips)).toEqual([0, 1_000, 2_000, 1_000_000]);
  });
});
