import { type Address, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { factsOf } from "../../../src/protocols/uniswap-v2/facts.ts";

type Asker = Parameters<typeof factsOf>[0];

const PAIR: Address = toHex(0xaa, { size: 20 });
const FACTS = {
  slug: "uniswap-v2",
  token0: toHex(1, { size: 20 }),
  token1: toHex(2, { size: 20 }),
  feePips: 3_000,
};

/** A chain whose store has one pair, and counts what it is asked. */
function chainWith(chainId: number, pair: Address): { readonly asker: Asker; asked(): number } {
  let asked = 0;
  const find = async (_table: unknown, key: { readonly address: Address }) => {
    asked += 1;
    return key.address === pair ? { ...FACTS, address: pair, reserve0: 5n } : null;
  };
  return { asker: { db: { find }, chain: { id: chainId } } as never, asked: () => asked };
}

describe("factsOf", () => {
  test("default: what never changes, asked of the store once", async () => {
    const { asker, asked } = chainWith(901, PAIR);
    expect(await factsOf(asker, PAIR)).toEqual(FACTS);
    expect(await factsOf(asker, PAIR)).toEqual(FACTS);
    expect(asked()).toBe(1);
  });

  test("behavior: each chain has its own pairs", async () => {
    const { asker, asked } = chainWith(902, PAIR);
    await factsOf(asker, PAIR);
    expect(asked()).toBe(1);
  });

  test("error: a pair whose creation was not indexed, asked again each time", async () => {
    const { asker, asked } = chainWith(903, PAIR);
    const unknown = toHex(0xbb, { size: 20 });
    for (const _time of [1, 2]) {
      await expect(factsOf(asker, unknown)).rejects.toThrow(
        `No PairCreated was indexed for ${unknown}`,
      );
    }
    expect(asked()).toBe(2);
  });
});
