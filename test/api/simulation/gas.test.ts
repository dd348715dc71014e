import { describe, expect, test } from "vitest";
import { gasLimitWithin, withHeadroom } from "../../../src/api/simulation/gas.ts";

describe("gasLimitWithin", () => {
  const MOST = 16_777_216n;

  test("default", () => {
    expect(gasLimitWithin(MOST, 200_000n)).toBe(withHeadroom(200_000n));
    expect(withHeadroom(200_000n)).toBe(220_000n);
  });

  test("behavior: never more than a transaction may have", () => {
    expect(gasLimitWithin(MOST, 15_616_597n)).toBe(MOST);
    expect(gasLimitWithin(MOST, MOST)).toBe(MOST);
  });
});
