import { describe, expect, test } from "vitest";
import { concentrated, type Stretch } from "../../../src/lib/curves/concentrated.ts";
import { constantProduct } from "../../../src/lib/curves/constant-product.ts";
import { amountsUpTo, expectConsistent } from "./shape.ts";

const LIQUIDITY = 1e21;
const base = { start: 2, kept: 0.997, gas: (n: number) => 100 + n };

/** Stretches outwards from the price, each a fifth further, the liquidity halving. */
function stretches(zeroForOne: boolean, count: number) {
  return (n: number): Stretch | null => {
    if (n >= count) return null;
    const factor = 1.2 ** (n + 1);
    const end = zeroForOne ? 2 / factor : 2 * factor;
    return { end, liquidity: LIQUIDITY / 2 ** n };
  };
}

/** What it takes to come to the end of the last of so many stretches. */
function capacityOf(zeroForOne: boolean, count: number): number {
  let amount = 0;
  let from = 2;
  for (let n = 0; n < count; n++) {
    const { end, liquidity } = stretches(zeroForOne, count)(n) ?? { end: from, liquidity: 0 };
    amount += liquidity * (zeroForOne ? 1 / end - 1 / from : end - from);
    from = end;
  }
  return (amount / base.kept) * (1 - 1e-9);
}

describe("concentrated", () => {
  test.each([
    true,
    false,
  ])("default: one stretch is a constant product, zeroForOne %s", (zeroForOne) => {
    const capacity = capacityOf(zeroForOne, 1);
    const curve = concentrated({
      ...{ ...base, zeroForOne, capacity },
      stretch: stretches(zeroForOne, 1),
    });
    const [reserve0, reserve1] = [LIQUIDITY / 2, LIQUIDITY * 2];
    const product = constantProduct({
      ...(zeroForOne
        ? { reserveIn: reserve0, reserveOut: reserve1 }
        : { reserveIn: reserve1, reserveOut: reserve0 }),
      ...{ kept: base.kept, capacity, gas: 1 },
    });
    for (const x of amountsUpTo(capacity)) {
      expect(curve.output(x) / product.output(x)).toBeCloseTo(1, 12);
    }
  });

  test.each([
    true,
    false,
  ])("behavior: derivatives and inverse agree, zeroForOne %s", (zeroForOne) => {
    const capacity = capacityOf(zeroForOne, 4);
    expectConsistent(
      concentrated({ ...{ ...base, zeroForOne, capacity }, stretch: stretches(zeroForOne, 4) }),
    );
  });

  test("behavior: gas grows with the stretches that are crossed", () => {
    const capacity = capacityOf(true, 4);
    const curve = concentrated({
      ...{ ...base, zeroForOne: true, capacity },
      stretch: stretches(true, 4),
    });
    expect(curve.gas(1)).toBe(100);
    expect(curve.gas(capacity)).toBe(103);
  });
});
