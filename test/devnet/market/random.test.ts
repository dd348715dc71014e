import { describe, expect, test } from "vitest";
import { createRandom } from "../../../devnet/market/random.ts";

describe("createRandom", () => {
  test("default", () => {
    const draw = (seed: string) => Array.from({ length: 5 }, createRandom(seed).next);
    expect(draw("a")).toEqual(draw("a"));
    expect(draw("a")).not.toEqual(draw("b"));
  });

  test("behavior: numbers are uniform", () => {
    const random = createRandom("uniform");
    const counts = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 20_000; draw++) {
      const bucket = random.below(10);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(200);
  });

  test("behavior: normal numbers have mean 0 and variance 1", () => {
    const random = createRandom("normal");
    const values = Array.from({ length: 20_000 }, random.normal);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(variance - 1)).toBeLessThan(0.05);
  });

  test("error: nothing to pick from", () => {
    expect(() => createRandom("x").pick([])).toThrow("Nothing to pick from");
  });
});
