import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createTabs, type Tabs } from "../../../../src/api/http/limits/tabs.ts";

/** A shared count with windows of a minute, and what it was told. */
function createCount() {
  const told: number[] = [];
  let consumed = 0;
  let endsAt = 0;
  return {
    told,
    settle: async (_: string, cost: number) => {
      if (performance.now() >= endsAt) [consumed, endsAt] = [0, performance.now() + 60_000];
      told.push(cost);
      consumed += cost;
      return { consumed, msLeft: endsAt - performance.now() };
    },
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function use(tabs: Tabs, cost: number, times: number): Promise<number> {
  let consumed = 0;
  for (let i = 0; i < times; i++) ({ consumed } = await tabs.consume("a", cost));
  return consumed;
}

describe("createTabs", () => {
  test("default: what a caller uses is told together, soon after", async () => {
    const { told, settle } = createCount();
    const tabs = createTabs(6_000, settle);
    expect(await use(tabs, 5, 8)).toBe(40);
    expect(told).toEqual([5]);
    await vi.advanceTimersByTimeAsync(200);
    expect(told).toEqual([5, 35]);
    expect(await use(tabs, 5, 1)).toBe(45);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([5, 35, 5]);
  });

  test("behavior: no more than a hundredth of the quota is open", async () => {
    const { told, settle } = createCount();
    await use(createTabs(6_000, settle), 5, 100);
    expect(told).toEqual([5, 65, 65, 65, 65, 65, 65, 65]);
  });

  test("behavior: a small quota is settled with every request", async () => {
    const { told, settle } = createCount();
    await use(createTabs(30, settle), 5, 7);
    expect(told).toEqual([5, 5, 5, 5, 5, 5, 5]);
  });

  test("behavior: processes exceed a quota by a hundredth each at most", async () => {
    const { settle } = createCount();
    const processes = Array.from({ length: 4 }, () => createTabs(6_000, settle));
    let allowed = 0;
    for (let turn = 0; turn < 2_000; turn++) {
      const used = await processes[turn % 4]?.consume("a", 5);
      if (used !== undefined && used.consumed <= 6_000) allowed += 5;
    }
    expect(allowed).toBeGreaterThanOrEqual(6_000 - 4 * 60);
    expect(allowed).toBeLessThanOrEqual(6_000 + 4 * 60);
  });

  test("behavior: another window begins with nothing used", async () => {
    const { told, settle } = createCount();
    const tabs = createTabs(6_000, settle);
    await use(tabs, 5, 3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await use(tabs, 5, 1)).toBe(5);
    expect(told).toEqual([5, 10, 5]);
    tabs.forget();
    expect(await use(tabs, 5, 1)).toBe(10);
  });

  test("behavior: closing settles what is open", async () => {
    const { told, settle } = createCount();
    const tabs = createTabs(6_000, settle);
    await use(tabs, 5, 3);
    await tabs.close();
    expect(told).toEqual([5, 10]);
  });
});
