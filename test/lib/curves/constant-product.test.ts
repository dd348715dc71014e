import { describe, expect, test } from "vitest";
import { constantProduct } from "../../../src/lib/curves/constant-product.ts";
import { expectConsistent } from "./shape.ts";

const pool = { reserveIn: 3e24, reserveOut: 1e12, kept: 0.997, capacity: 1e25, gas: 66_000 };

describe("constantProduct", () => {
  test("default: keeps the product of the reserves", () => {
    const x = 1e24;
    const left = pool.reserveOut - constantProduct(pool).output(x);
    const product = (pool.reserveIn + 0.997 * x) * left;
    expect(product / (pool.reserveIn * pool.reserveOut)).toBeCloseTo(1, 12);
  });

  test("behavior: derivatives and inverse agree", () => {
    expectConsistent(constantProduct(pool));
  });
});
