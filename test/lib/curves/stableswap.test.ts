import { describe, expect, test } from "vitest";
import { stableSwap, stableswap } from "../../../src/lib/curves/stableswap.ts";
import { stableExit } from "../../../src/lib/curves/stableswap-exit.ts";
import { stableJoin } from "../../../src/lib/curves/stableswap-join.ts";
import { amountsUpTo, expectDerivatives } from "./shape.ts";

const pools = [
  { name: "balanced", balances: [5e24, 5e24], amplification: 8_000 },
  { name: "imbalanced", balances: [9e25, 1.5e24, 4e24], amplification: 600 },
  { name: "nearly a product", balances: [1e24, 4e24, 2e24, 3e24], amplification: 256 },
].map(({ name, balances, amplification }) => ({ name, pool: stableswap(balances, amplification) }));

function withBalance(balances: readonly number[], coin: number, change: number): readonly number[] {
  return balances.map((balance, i) => (i === coin ? balance + change : balance));
}

describe("stableswap", () => {
  test("default: equal balances are worth their sum", () => {
    expect(stableswap([3, 3, 3], 100).d).toBeCloseTo(9, 12);
  });

  test.each(pools)("behavior: D of a $name pool solves the invariant", ({ pool }) => {
    const { balances, amplification: ann, d, kappa } = pool;
    const sum = balances.reduce((total, balance) => total + balance, 0);
    expect((ann * sum + d) / (ann * d + kappa * ann)).toBeCloseTo(1, 12);
  });
});

describe("stableSwap", () => {
  test.each(pools)("default: keeps D of a $name pool", ({ pool }) => {
    for (const x of [1e20, 1e24, 3e25]) {
      const paid = stableSwap(pool, 0, 1).output(x);
      const after = withBalance(withBalance(pool.balances, 0, x), 1, -paid);
      expect(stableswap(after, pool.amplification).d / pool.d).toBeCloseTo(1, 10);
    }
  });

  test.each(pools)("behavior: derivatives of a $name pool agree", ({ pool }) => {
    expectDerivatives(stableSwap(pool, 0, 1), amountsUpTo(1e26));
  });

  test("behavior: exact for an input far below a float's resolution of the reserves", () => {
    const pool = stableswap([5e24, 5e24], 8_000);
    expect(stableSwap(pool, 0, 1).output(1)).toBeCloseTo(1, 12);
  });
});

describe("stableExit", () => {
  test.each(pools)("default: leaves the rest of D in a $name pool", ({ pool }) => {
    for (const part of [1e-6, 0.1, 0.8]) {
      const paid = stableExit(pool, 0, 0).output(part);
      const after = withBalance(pool.balances, 0, -paid);
      expect(stableswap(after, pool.amplification).d / (pool.d * (1 - part))).toBeCloseTo(1, 9);
    }
  });

  test.each(pools)("behavior: derivatives of a $name pool agree, with a fee", ({ pool }) => {
    expectDerivatives(stableExit(pool, 1, 0), amountsUpTo(0.9));
    expectDerivatives(stableExit(pool, 1, 1e-3), amountsUpTo(0.9));
  });

  test("behavior: a fee is taken of what differs from a balanced exit", () => {
    const pool = stableswap([5e24, 5e24], 8_000);
    const ratio = stableExit(pool, 0, 1e-3).output(1e-6) / stableExit(pool, 0, 0).output(1e-6);
    expect(ratio).toBeCloseTo(1 - 1e-3, 6);
  });
});

describe("stableJoin", () => {
  test.each(pools)("default: the growth of D of a $name pool", ({ pool }) => {
    for (const x of [1e20, 1e24, 3e25]) {
      const after = withBalance(pool.balances, 0, x);
      const grown = stableswap(after, pool.amplification).d / pool.d;
      expect((1 + stableJoin(pool, 0, 0).output(x)) / grown).toBeCloseTo(1, 12);
    }
  });

  test.each(pools)("behavior: an exit undoes a join of a $name pool", ({ pool }) => {
    const grown = stableJoin(pool, 1, 0).output(2e24);
    const joined = stableswap(withBalance(pool.balances, 1, 2e24), pool.amplification);
    expect(stableExit(joined, 1, 0).output(grown / (1 + grown)) / 2e24).toBeCloseTo(1, 9);
  });

  test.each(pools)("behavior: derivatives of a $name pool agree, with a fee", ({ pool }) => {
    expectDerivatives(stableJoin(pool, 1, 0), amountsUpTo(1e26));
    expectDerivatives(stableJoin(pool, 1, 1e-3), amountsUpTo(1e26));
  });
});
