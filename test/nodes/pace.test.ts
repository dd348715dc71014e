import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPace, type Pace } from "../../src/nodes/pace.ts";

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A node that takes so many requests in any second, of all that ask it. */
function nodeOf(perSecond: number) {
  let taken: number[] = [];
  return {
    /** Whether it answers. */
    ask(): boolean {
      const now = performance.now();
      taken = taken.filter((at) => now - at < 1_000);
      if (taken.length >= perSecond) return false;
      taken.push(now);
      return true;
    },
  };
}

/** Asks all the time, 100 times a second. */
function asking(pace: Pace, node: ReturnType<typeof nodeOf>) {
  const told = { answered: 0, refused: 0, left: 0 };
  const timer = setInterval(async () => {
    if (!(await pace.take())) told.left += 1;
    else if (node.ask()) told.answered += 1;
    else {
      told.refused += 1;
      pace.limited();
    }
  }, 10);
  return { told, stop: () => clearInterval(timer) };
}

describe("createPace", () => {
  test("default: any number, as long as nothing is refused", async () => {
    const { told, stop } = asking(createPace(), nodeOf(1_000));
    await vi.advanceTimersByTimeAsync(10_000);
    stop();
    expect(told).toEqual({ answered: 1_000, refused: 0, left: 0 });
  });

  test("default: little is refused, and most of the rate is used", async () => {
    const { told, stop } = asking(createPace(), nodeOf(20));
    await vi.advanceTimersByTimeAsync(120_000);
    stop();
    expect(told.refused).toBeLessThan(0.05 * told.answered);
    expect(told.answered).toBeGreaterThan(0.7 * 20 * 120);
    // What would wait for long is left alone at once.
    expect(told.left).toBeGreaterThan(0.7 * 80 * 120);
  });

  test("behavior: who asks beside it at a rate of its own finds the node willing", async () => {
    const node = nodeOf(20);
    const { stop } = asking(createPace(), node);
    await vi.advanceTimersByTimeAsync(30_000);
    const own = { answered: 0, refused: 0 };
    const timer = setInterval(() => {
      own[node.ask() ? "answered" : "refused"] += 1;
    }, 200);
    await vi.advanceTimersByTimeAsync(120_000);
    clearInterval(timer);
    stop();
    expect(own.answered).toBeGreaterThan(0.9 * (own.answered + own.refused));
  });

  test("behavior: the bound is forgotten when nothing is refused for long", async () => {
    const pace = createPace();
    for (let turn = 0; turn < 10; turn++) await pace.take();
    pace.limited();
    await vi.advanceTimersByTimeAsync(60_000);
    for (let turn = 0; turn < 1_000; turn++) expect(await pace.take()).toBe(true);
  });
});
