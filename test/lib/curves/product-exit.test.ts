import { describe, expect, test } from "vitest";
import { constantProduct } from "../../../src/lib/curves/constant-product.ts";
import { productExit } from "../../../src/lib/curves/product-exit.ts";
import { amountsUpTo, expectConsistent } from "./shape.ts";

const pool = { reserve: 1e24, supply: 5e18, kept: 0.997, capacity: 4.9e18, gas: 190_000 };

describe("productExit", () => {
  test("default: burns a part and swaps the other token in what is left", () => {
    const curve = productExit(pool);
    for (const shares of amountsUpTo(pool.capacity)) {
      const part = shares / pool.supply;
      const swap = constantProduct({
        ...{ reserveIn: 1 - part, reserveOut: pool.reserve * (1 - part) },
        ...{ kept: pool.kept, capacity: 1, gas: 1 },
      });
      const expected = pool.reserve * part + swap.output(part);
      expect(curve.output(shares) / expected).toBeCloseTo(1, 12);
    }
  });

  test("behavior: derivatives and inverse agree", () => {
    expectConsistent(productExit(pool));
  });
});
