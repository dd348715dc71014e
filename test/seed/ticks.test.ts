import { describe, expect, test } from "vitest";
import type { TicksRead } from "../../src/seed/lens.ts";
import { lastCoreWord, walkTicks } from "../../src/seed/ticks.ts";
import { createRandom } from "../api/router/market.ts";

const HIGHEST_TICK = 887_272;

interface Pool {
  readonly tickSpacing: number;
  /** Ascending. */
  readonly ticks: readonly number[];
}

/** A pool with so many initialised ticks, from the lowest on. */
function poolOf(tickSpacing: number, count: number, gap = 1): Pool {
  const first = -Math.floor(HIGHEST_TICK / tickSpacing) * tickSpacing;
  return {
    tickSpacing,
    ticks: Array.from({ length: count }, (_, i) => first + i * gap * tickSpacing),
  };
}

const lastWordOf = ({ tickSpacing }: Pool) => Math.floor(HIGHEST_TICK / tickSpacing / 256);

/** Answers as the lens does: word by word of pool by pool, until the work of a call is done. */
function lens(work: number) {
  let calls = 0;
  const ask = async (pools: readonly Pool[], first: number): Promise<TicksRead> => {
    calls += 1;
    const ticks: TicksRead["ticks"][number][] = [];
    let left = work;
    for (const [pool, one] of pools.entries()) {
      const last = lastWordOf(one);
      for (let word = pool === 0 ? first : -last - 1; word <= last; word++) {
        const own = one.ticks.filter((tick) => Math.floor(tick / one.tickSpacing / 256) === word);
        left -= 1 + own.length;
        if (left < 0) return { next: { pool, word }, ticks };
        for (const tick of own) ticks.push({ pool, tick, liquidityGross: 1n, liquidityNet: 1n });
      }
    }
    return { next: { pool: pools.length, word: 0 }, ticks };
  };
  return { ask, calls: () => calls };
}

async function walked(pools: readonly Pool[], most: number, work: number) {
  const { ask, calls } = lens(work);
  const found = await walkTicks(pools, most, ask);
  return { ticks: found.map((ticks) => ticks?.map(({ tick }) => tick) ?? null), calls: calls() };
}

describe("walkTicks", () => {
  test("default: all ticks of all pools, however much a call answers", async () => {
    const random = createRandom(5);
    const pools = Array.from({ length: 30 }, () =>
      poolOf(10 + Math.floor(random() * 200), Math.floor(random() * 400), 3),
    );
    for (const work of [300, 1_000, 100_000]) {
      const { ticks } = await walked(pools, Number.POSITIVE_INFINITY, work);
      expect(ticks).toEqual(pools.map((pool) => pool.ticks));
    }
  });

  test("behavior: a pool with too many is null, and costs no more than one with as many as may be", async () => {
    const [fair, hostile] = [poolOf(60, 1_000), poolOf(60, 29_000)];
    const most = 1_000;
    for (const work of [300, 700, 100_000]) {
      const own = await walked([fair, hostile, fair, hostile], most, work);
      expect(own.ticks).toEqual([fair.ticks, null, fair.ticks, null]);
      const fairs = await walked([fair, fair, fair, fair], most, work);
      // Where it is too much is known at the end of a call.
      expect(own.calls).toBeLessThanOrEqual(fairs.calls + 4);
    }
  });

  test("error: a word that takes more than a call", async () => {
    await expect(walked([poolOf(1, 256)], 1_000, 100)).rejects.toThrow("more gas than a call has");
  });
});

describe("lastCoreWord", () => {
  test("default: the highest tick is in it, the lowest in the one as far below", () => {
    for (const spacing of [50, 100, 1_000, 5_982, 698_605]) {
      const highest = Math.floor(88_722_835 / spacing);
      const wordOf = (place: number) => Math.floor((place + 127) / 256);
      expect(wordOf(highest)).toBe(lastCoreWord(spacing));
      expect(wordOf(-highest)).toBeGreaterThanOrEqual(-lastCoreWord(spacing) - 1);
    }
  });
});
