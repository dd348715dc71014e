import { describe, expect, test } from "vitest";
import { keptWhileQuiet } from "../../indexer/indexing-cache.ts";

/** A cache, and how many events it was told of each time. */
function cacheOf() {
  const told: number[] = [];
  const cache = keptWhileQuiet({
    prefetch: async ({ events }: { readonly events: readonly unknown[] }) => {
      told.push(events.length);
    },
    set event(_: unknown) {
      told.push(-1);
    },
  });
  const prefetch = (events: number) => cache.prefetch({ events: Array(events).fill({}) });
  return { cache, prefetch, told };
}

describe("keptWhileQuiet", () => {
  test("default: reads in advance for a batch of many events, and not for one of few", async () => {
    const { prefetch, told } = cacheOf();
    for (const events of [1, 64, 63, 400]) await prefetch(events);
    expect(told).toEqual([64, 400]);
  });

  test("behavior: drops what was not read of late after sixty quiet batches", async () => {
    const { prefetch, told } = cacheOf();
    for (let batch = 1; batch <= 120; batch++) await prefetch(batch % 7);
    expect(told).toEqual([60 % 7, 120 % 7]);
  });

  test("behavior: counts anew after a batch of many events", async () => {
    const { prefetch, told } = cacheOf();
    for (let batch = 0; batch < 59; batch++) await prefetch(1);
    await prefetch(64);
    for (let batch = 0; batch < 59; batch++) await prefetch(1);
    expect(told).toEqual([64]);
  });

  test("behavior: what the cache takes besides still reaches it", () => {
    const { cache, told } = cacheOf();
    cache.event = {};
    expect(told).toEqual([-1]);
  });
});
