import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createBudget } from "../../src/nodes/budget.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Asks for many turns, and counts those that came. */
function askFor(turns: number, budget: ReturnType<typeof createBudget>) {
  const served = { count: 0 };
  for (let turn = 0; turn < turns; turn++) {
    void budget.take("later").then(() => {
      served.count += 1;
    });
  }
  return served;
}

describe("createBudget", () => {
  test.each([
    60, 61, 600, 6_000,
  ])("default: no minute takes more than %s, and little less", async (perMinute) => {
    const served = askFor(3 * perMinute, createBudget(perMinute));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(served.count).toBeLessThanOrEqual(perMinute);
    expect(served.count).toBeGreaterThan(0.9 * perMinute);
    const before = served.count;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(served.count - before).toBeLessThanOrEqual(perMinute);
  });

  test("behavior: a pause saves no more than a second", async () => {
    const budget = createBudget(600);
    await vi.advanceTimersByTimeAsync(300_000);
    const served = askFor(600, budget);
    await vi.advanceTimersByTimeAsync(0);
    expect(served.count).toBe(10);
  });

  test("behavior: what follows the head does not wait for the rest", async () => {
    const budget = createBudget(60);
    askFor(100, budget);
    let isServed = false;
    void budget.take("now").then(() => {
      isServed = true;
    });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(isServed).toBe(true);
  });
});
