import { describe, expect, test } from "vitest";
import {
  burned,
  charged,
  created,
  feeSet,
  minted,
  type PoolChange,
  synced,
} from "../../../src/protocols/solidly/transitions.ts";

const DAY = 86_400;
const WAD = 10n ** 18n;
const row: PoolChange = {
  ...created(8),
  ...{ reserve0: 1_000n * 10n ** 6n, reserve1: 500n * WAD, totalSupply: 100n },
};
const units = { unit0: 10n ** 6n, unit1: WAD };

describe("created", () => {
  test("default", () => {
    expect(created(7)).toMatchObject({ reserve0: 0n, totalSupply: 0n, feeIndexWad: WAD });
    expect(created(7)).toMatchObject({ customFeeBps: null, sinceIndexWad: null, updatedBlock: 7 });
  });
});

describe("synced", () => {
  test("default", () => {
    const change = synced(row, { reserve0: 1n, reserve1: 2n }, { block: 9, timestamp: 50 });
    expect(change).toMatchObject({ reserve0: 1n, reserve1: 2n, updatedBlock: 9 });
    expect(change).toMatchObject({ sinceIndexWad: WAD, sinceTimestamp: 50, latestTimestamp: 50 });
  });

  test("behavior: the yield is measured from an index a day old or older", () => {
    const log = { reserve0: 1n, reserve1: 2n };
    const first = { ...row, ...synced(row, log, { block: 9, timestamp: 50 }) };
    const grown = { ...first, feeIndexWad: 2n * WAD };
    const soon = synced(grown, log, { block: 9, timestamp: 49 + DAY });
    expect({ ...grown, ...soon }).toMatchObject({ latestIndexWad: WAD, latestTimestamp: 50 });
    const later = synced(grown, log, { block: 9, timestamp: 50 + DAY });
    expect(later).toMatchObject({ sinceIndexWad: WAD, latestIndexWad: 2n * WAD });
  });
});

describe("charged", () => {
  test("default: a volatile pool's tokens are worth the same", () => {
    const facts = { isStable: false, ...units };
    const of0 = charged(row, { amount0: 10n * 10n ** 6n, amount1: 0n }, facts);
    expect(of0.feeIndexWad).toBe(WAD + WAD / 200n);
    const of1 = charged(row, { amount0: 0n, amount1: 5n * WAD }, facts);
    expect(of1.feeIndexWad).toBe(WAD + WAD / 200n);
  });

  test("behavior: a stable pool's count at par, and the index compounds", () => {
    const facts = { isStable: true, ...units };
    const once = charged(row, { amount0: 15n * 10n ** 6n, amount1: 0n }, facts);
    expect(once.feeIndexWad).toBe(WAD + WAD / 100n);
    const twice = charged({ ...row, ...once }, { amount0: 0n, amount1: 15n * WAD }, facts);
    expect(twice.feeIndexWad).toBe((WAD * 10_201n) / 10_000n);
  });

  test("behavior: nothing in an empty pool", () => {
    const facts = { isStable: true, ...units };
    expect(charged(created(1), { amount0: 1n, amount1: 0n }, facts).feeIndexWad).toBe(WAD);
  });
});

describe("minted and burned", () => {
  test("default", () => {
    expect(minted(row, 5n)).toEqual({ totalSupply: 105n });
    expect(burned(row, 5n)).toEqual({ totalSupply: 95n });
  });
});

describe("feeSet", () => {
  test("default", () => {
    expect(feeSet(30n, 9)).toEqual({ customFeeBps: 30, updatedBlock: 9 });
  });

  test("behavior: one number stands for no fee, 0 for the factory's", () => {
    expect(feeSet(420n, 9).customFeeBps).toBe(0);
    expect(feeSet(0n, 9).customFeeBps).toBeNull();
  });
});
