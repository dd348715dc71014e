import { describe, expect, test } from "vitest";
import {
  created,
  synced,
  thousandthsToPips,
} from "../../../src/protocols/uniswap-v2/transitions.ts";

describe("created", () => {
  test("default", () => {
    expect(created(7)).toEqual({ reserve0: 0n, reserve1: 0n, updatedBlock: 7 });
  });
});

describe("synced", () => {
  test("default", () => {
    const reserve0 = 2n ** 112n - 1n;
    expect(synced({ reserve0, reserve1: 1n }, 9)).toEqual({
      reserve0,
      reserve1: 1n,
      updatedBlock: 9,
    });
  });
});

describe("thousandthsToPips", () => {
  test("default", () => {
    expect([0, 1, 2, 1_000].map(thousandthsToPips)).toEqual([0, 1_000, 2_000, 1_000_000]);
  });
});
