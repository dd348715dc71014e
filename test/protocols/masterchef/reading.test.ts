import { type Hex, numberToHex, pad, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { readTokens } from "../../../src/protocols/masterchef/reading.ts";

const CHEF = "0x00000000000000000000000000000000000000c0";
const LP = "0x00000000000000000000000000000000000000a1";
const SUSHI = "0x00000000000000000000000000000000000000a2";
const WORD = { size: 32 } as const;

/** Answers views by their selector; what is not named fails. */
function answering(answers: Readonly<Record<string, Hex>>): Aggregate {
  const bySelector = new Map(
    Object.entries(answers).map(([signature, data]) => [toFunctionSelector(signature), data]),
  );
  return async (calls) =>
    calls.map(({ callData }) => {
      const returnData = bySelector.get(callData.slice(0, 10) as Hex);
      return { success: returnData !== undefined, returnData: returnData ?? "0x" };
    });
}

describe("readTokens", () => {
  test("default: of a chef that has a mapping, and of one that has not", async () => {
    const of = { chef: CHEF, pid: 3n } as const;
    const named = { "sushi()": pad(SUSHI, WORD) };
    const tokens = { lpToken: LP, rewardToken: SUSHI };
    const mapping = answering({ ...named, "lpToken(uint256)": pad(LP, WORD) });
    expect(await readTokens(mapping, of)).toEqual(tokens);
    const first = answering({ ...named, "poolInfo(uint256)": pad(LP, WORD) });
    expect(await readTokens(first, of)).toEqual(tokens);
  });

  test("behavior: null where the chef states no token, or none at all", async () => {
    const of = { chef: CHEF, pid: 0n } as const;
    expect(await readTokens(answering({}), of)).toBeNull();
    const zero = answering({ "lpToken(uint256)": numberToHex(0n, WORD) });
    expect(await readTokens(zero, of)).toBeNull();
  });
});
