import { describe, expect, test } from "vitest";
import { createSchedule, POOLS_PER_TURN } from "../../src/seed/schedule.ts";

const FAMILIES = 3;
const HOURS = 24;
const DAY = HOURS * 3_600;

function scheduleOf(pools: number) {
  return createSchedule({ chainId: 1, families: FAMILIES, pools, hours: HOURS });
}

describe("createSchedule", () => {
  test("default: in its hours every family has a turn for every part of all ids", () => {
    const parts = 4;
    const schedule = scheduleOf(parts * POOLS_PER_TURN);
    const seconds = DAY / (FAMILIES * parts);
    const turns = Array.from({ length: FAMILIES * parts }, (_, at) => {
      const timestamp = 1_700_000_000 + at * seconds;
      return schedule.dueAt({ timestamp, previous: timestamp - seconds });
    });
    for (let family = 0; family < FAMILIES; family++) {
      const own = turns.flatMap((turn) => (turn?.family === family ? [turn] : []));
      const sorted = own.sort((a, b) => (a.from < b.from ? -1 : 1));
      expect(sorted.map(({ from }) => from)).toEqual([
        ...["0x00000000", "0x40000000", "0x80000000", "0xc0000000"],
      ]);
      expect(sorted.map(({ to }) => to)).toEqual([
        ...["0x40000000", "0x80000000", "0xc0000000", "0xgg"],
      ]);
      for (const { from, start, to } of own) expect(start >= from && start < to).toBe(true);
    }
  });

  test("behavior: blocks between two turns have none, and a gap has one", () => {
    const schedule = scheduleOf(POOLS_PER_TURN);
    const seconds = DAY / FAMILIES;
    const timestamp = Math.ceil(1_700_000_000 / seconds) * seconds;
    expect(schedule.dueAt({ timestamp, previous: timestamp - 12 })).not.toBeNull();
    expect(schedule.dueAt({ timestamp: timestamp + 12, previous: timestamp })).toBeNull();
    expect(schedule.dueAt({ timestamp, previous: timestamp - 10 * DAY })).not.toBeNull();
  });

  test("behavior: the place to begin with is another each time", () => {
    const schedule = scheduleOf(POOLS_PER_TURN);
    const starts = Array.from({ length: 20 }, (_, day) => {
      const timestamp = 1_700_000_000 + day * DAY;
      return schedule.dueAt({ timestamp, previous: timestamp - DAY })?.start;
    });
    expect(new Set(starts).size).toBe(20);
  });
});
