import { describe, expect, test } from "vitest";
import { constantProduct } from "../../../src/lib/curves/constant-product.ts";
import { productJoin } from "../../../src/lib/curves/product-join.ts";
import { expectConsistent } from "./shape.ts";

const pool = { reserve: 1e12, supply: 5e18, kept: 0.997, capacity: 1e14, gas: 212_000 };
const growthFee = { share: 1, rootWeight: 5, rootLastWeight: 1, last: 0.98 };

/** Input and shares of a join that swaps `a` of a pool with reserves of `reserve` and 1. */
function joined(a: number): { readonly amountIn: number; readonly part: number } {
  const { reserve, kept } = pool;
  const terms = { reserveIn: reserve, reserveOut: 1, kept, capacity: 1e30, gas: 1 };
  const paid = constantProduct(terms).output(a);
  const part = paid / (1 - paid);
  return { amountIn: a + part * (reserve + a), part };
}

describe("productJoin", () => {
  test("default: swaps so that the rest and what is paid are in the ratio of the reserves", () => {
    const curve = productJoin({ ...pool, growthFee: null });
    for (const a of [1e3, 1e9, 1e12, 4e12]) {
      const { amountIn, part } = joined(a);
      expect(curve.output(amountIn) / (part * pool.supply)).toBeCloseTo(1, 11);
    }
  });

  test("behavior: a fee on growth is minted first, that of the join's own swap with it", () => {
    const curve = productJoin({ ...pool, growthFee });
    for (const a of [1e3, 1e9, 1e12, 4e12]) {
      const { amountIn, part } = joined(a);
      const root = Math.sqrt((1 + a / 1e12) / (1 + (0.997 * a) / 1e12));
      const supply = pool.supply * (1 + (root - 0.98) / (5 * root + 0.98));
      expect(curve.output(amountIn) / (part * supply)).toBeCloseTo(1, 11);
    }
  });

  test("behavior: derivatives and inverse agree, with and without fee", () => {
    expectConsistent(productJoin({ ...pool, growthFee: null }));
    expectConsistent(productJoin({ ...pool, growthFee }));
  });
});
