import { describe, expect, test } from "vitest";
import { created, moved, readAt } from "../../../src/protocols/curve-gauge/transitions.ts";

const rewards = [
  { token: "0x00000000000000000000000000000000000000a1", rate: 3n, periodFinish: 9n },
] as const;

describe("created", () => {
  test("default", () => {
    expect(created(7)).toEqual({
      supply: 0n,
      rewardTokens: [],
      rewardRates: [],
      rewardEnds: [],
      updatedBlock: 7,
    });
  });
});

describe("moved", () => {
  test("default: in and out", () => {
    expect(moved({ supply: 5n }, 3n, 8)).toEqual({ supply: 8n, updatedBlock: 8 });
    expect(moved({ supply: 5n }, -5n, 8)).toEqual({ supply: 0n, updatedBlock: 8 });
  });

  test("behavior: never below 0, where the index began late", () => {
    expect(moved({ supply: 5n }, -6n, 8).supply).toBe(0n);
  });
});

describe("readAt", () => {
  test("default: what was read replaces the row", () => {
    expect(readAt(created(7), { supply: 4n, rewards }, 9)).toEqual({
      supply: 4n,
      rewardTokens: [rewards[0].token],
      rewardRates: [3n],
      rewardEnds: [9n],
      updatedBlock: 9,
    });
  });

  test("behavior: null where nothing changed", () => {
    const row = readAt(created(7), { supply: 4n, rewards }, 9);
    if (row === null) throw new Error("nothing read");
    expect(readAt(row, { supply: 4n, rewards }, 10)).toBeNull();
    const [reward] = rewards;
    expect(readAt(row, { supply: 4n, rewards: [{ ...reward, rate: 4n }] }, 10)).not.toBeNull();
  });
});
