import { describe, expect, test } from "vitest";
import { createAdmissionLimits } from "../../../src/api/graph/admission-limits.ts";

const MINUTE_MS = 60_000;

function limitsAt(perMinute: number) {
  const clock = { ms: 1_000 };
  return { clock, limits: createAdmissionLimits(perMinute, () => clock.ms) };
}

describe("createAdmissionLimits", () => {
  test("default: a caller has a quarter of the minute's places", () => {
    const { clock, limits } = limitsAt(8);
    expect(limits.take("a", 1)).toBe(0);
    expect(limits.take("a", 1)).toBe(0);
    clock.ms += 20_000;
    expect(limits.take("a", 1)).toBe(40);
    expect(limits.take("b", 2)).toBe(0);
    clock.ms += 40_000;
    expect(limits.take("a", 1)).toBe(0);
  });

  test("behavior: all callers together have no more than there are", () => {
    const { limits } = limitsAt(8);
    const taken = Array.from({ length: 20 }, (_, i) => limits.take(`caller ${i}`, 1));
    expect(taken.filter((seconds) => seconds === 0)).toHaveLength(8);
    expect(limits.take(null, 1)).toBe(60);
  });

  test("behavior: a request for more than a caller ever has is the only one of its minute", () => {
    const { clock, limits } = limitsAt(8);
    expect(limits.take("a", 5)).toBe(0);
    expect(limits.take("a", 1)).toBe(60);
    clock.ms += MINUTE_MS;
    expect(limits.take("a", 9)).toBe(0);
    expect(limits.take("b", 1)).toBe(60);
  });

  test("behavior: one place is always there", () => {
    const { limits } = limitsAt(1);
    expect(limits.take("a", 1)).toBe(0);
    expect(limits.take("b", 1)).toBe(60);
  });
});
