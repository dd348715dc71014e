import { describe, expect, test } from "vitest";
import { dataOfChains } from "../../indexer/data-of-chains.ts";

const text = (value: unknown, ...chainIds: number[]) => dataOfChains(value, new Set(chainIds));

describe("dataOfChains", () => {
  test("default", () => {
    const one = { slug: "a", chains: { 1: { factory: "0x01" }, 8453: { factory: "0x02" } } };
    const other = { slug: "a", chains: { 1: { factory: "0x01" }, 8453: { factory: "0x03" } } };
    expect(text(one, 1)).toBe(text(other, 1));
    expect(text(one, 8453)).not.toBe(text(other, 8453));
    expect(text(one, 1, 8453)).not.toBe(text(one, 1));
  });

  test("behavior: members that name their chain, in lists and maps", () => {
    const list = [
      { chainId: 1, feed: "a" },
      { chainId: 8453, feed: "b" },
    ];
    expect(text(list, 1)).toBe(text(list.slice(0, 1), 1));
    expect(text(new Map(list.map((entry) => [entry.chainId, entry])), 1)).toBe(
      text(new Map([[1, list[0]]]), 1),
    );
  });

  test("behavior: keys and numbers that are no chain's id, bigints, functions and nulls count", () => {
    for (const [one, other] of [
      [{ fees: [500, 3000] }, { fees: [500, 2500] }],
      [{ a: 1n }, { a: 1 }],
      [() => 1, () => 2],
      [{ start: null }, { start: 0 }],
      [new Set(["a"]), new Set(["b"])],
    ]) {
      expect(text(one, 1)).not.toBe(text(other, 1));
    }
  });
});
