import { describe, expect, test } from "vitest";
import { created, moved, readAt } from "../../../src/protocols/convex/transitions.ts";

const CRV = "0xd533a949740bb3306d119cc777fa900ba034cd52";
const reading = {
  ...{ staked: 4n, isShutdown: false },
  rewards: [{ token: CRV, rate: 3n, periodFinish: 9n }],
} as const;

describe("moved", () => {
  test("default: in and out", () => {
    expect(moved({ supply: 5n }, 3n, 8)).toEqual({ supply: 8n, updatedBlock: 8 });
    expect(moved({ supply: 5n }, -5n, 9)).toEqual({ supply: 0n, updatedBlock: 9 });
  });
});

describe("readAt", () => {
  test("default: what was read replaces the row, but for the deposits", () => {
    const row = { ...created([CRV], 7), supply: 6n };
    expect(readAt(row, reading, 9)).toEqual({
      ...{ supply: 6n, staked: 4n, isShutdown: false, updatedBlock: 9 },
      ...{ rewardTokens: [CRV], rewardRates: [3n], rewardEnds: [9n] },
    });
  });

  test("behavior: null where nothing changed", () => {
    const row = readAt(created([CRV], 7), reading, 9);
    if (row === null) throw new Error("nothing read");
    expect(readAt(row, reading, 10)).toBeNull();
    for (const change of [{ staked: 5n }, { isShutdown: true }, { rewards: [] }]) {
      expect(readAt(row, { ...reading, ...change }, 10)).not.toBeNull();
    }
  });
});
