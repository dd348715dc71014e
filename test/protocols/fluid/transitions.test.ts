import { describe, expect, test } from "vitest";
import type { FluidReading } from "../../../src/protocols/fluid/reading.ts";
import { poolState } from "../../../src/protocols/fluid/states.ts";
import { columnsOf, created, readAt, swappedIn } from "../../../src/protocols/fluid/transitions.ts";
import { toBigNumberDown, toBigNumberUp } from "../../../src/protocols/fluid/words.ts";
import { both } from "./sample.ts";

const FACTS = {
  tokens: [...both.tokens],
  deployer: both.address,
  numerators: [...both.numerators],
  denominators: [...both.denominators],
};
const { variables, config, shifts, centerShift, externalPrice, accounts } = both;
const READING: FluidReading = {
  ...{ variables, config, shifts, centerShift, externalPrice, accounts },
};
const KEY = { chainId: 1, address: both.address, slug: both.slug };

describe("created", () => {
  test("default: nothing is known of it", () => {
    const row = { ...KEY, ...created(FACTS, 7) };
    expect(row).toMatchObject({ isRead: false, updatedBlock: 7, variables: 0n });
  });
});

describe("readAt", () => {
  test("default: a row becomes the state that was read", () => {
    const row = { ...KEY, ...created(FACTS, 7) };
    const change = readAt(row, READING, 9);
    if (change === null) throw new Error("no change");
    const { chainId: _, isRead, ...read } = { ...row, ...change };
    expect(isRead).toBe(true);
    expect(poolState(read)).toEqual({ ...both, updatedBlock: 9 });
  });

  test("behavior: what says the same changes nothing", () => {
    const row = { ...KEY, ...created(FACTS, 7), ...columnsOf(READING) };
    expect(readAt(row, READING, 9)).toBeNull();
    expect(readAt(row, { ...READING, externalPrice: 1n }, 9)).toMatchObject({ updatedBlock: 9 });
  });
});

describe("swappedIn", () => {
  test("default", () => {
    const [token0, token1] = both.tokens;
    const amounts = { amountIn: 1_000_000n, amountOut: 5n };
    expect(
      swappedIn({ tokens: [...both.tokens], config }, { swap0to1: false, ...amounts }),
    ).toEqual({ tokenIn: token1, tokenOut: token0, ...amounts, feeIn: 500n });
  });
});

describe("toBigNumberUp", () => {
  test("default: the last bit that fits is raised, whether more follow or not", () => {
    expect(toBigNumberUp(0b1100n, 4)).toBe(0b1100n << 8n);
    expect(toBigNumberUp(0b11000n, 4)).toBe((0b1101n << 8n) | 1n);
    expect(toBigNumberUp(0b11111n, 4)).toBe((0b1000n << 8n) | 2n);
    expect(toBigNumberDown(0b11111n, 4)).toBe((0b1111n << 8n) | 1n);
    expect(toBigNumberDown(0n, 4)).toBe(0n);
  });
});
