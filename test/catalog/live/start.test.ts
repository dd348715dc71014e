import type { PublicClient } from "viem";
import { describe, expect, test } from "vitest";
import { chainStart } from "../../../src/catalog/live/start.ts";

/** A chain at block `head` that makes one every so many seconds. */
function chainOf(head: number, seconds: number): Pick<PublicClient, "getBlock"> {
  const getBlock = ({ blockNumber = BigInt(head) }: { blockNumber?: bigint } = {}) =>
    Promise.resolve({
      number: blockNumber,
      timestamp: BigInt(Math.floor(Number(blockNumber) * seconds)),
    });
  return { getBlock: getBlock as unknown as PublicClient["getBlock"] };
}

describe("chainStart", () => {
  test("default: 600 blocks back, or 600 seconds where that is more", async () => {
    expect(await chainStart(chainOf(10_000, 12))).toEqual({ head: 10_000, firstBlock: 9_400 });
    expect(await chainStart(chainOf(10_000, 0.2))).toEqual({ head: 10_000, firstBlock: 7_000 });
    expect(await chainStart(chainOf(50, 12))).toEqual({ head: 50, firstBlock: 0 });
  });

  test("behavior: a chain whose clock stands", async () => {
    expect(await chainStart(chainOf(10_000, 0))).toEqual({ head: 10_000, firstBlock: 0 });
    expect(await chainStart(chainOf(0, 12))).toEqual({ head: 0, firstBlock: 0 });
  });
});
