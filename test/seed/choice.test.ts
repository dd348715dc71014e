import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { deepPools, type Worth } from "../../src/seed/choice.ts";

const USD = "0xaa";
const NATIVE = "0xbb";
/** Dollars have 6 decimals, native currency 18. */
const WORTH: Worth = { known: new Map([[USD, 1e-6]]), derived: [NATIVE] };

function pool(id: string, held: Readonly<Record<string, bigint>>) {
  return { id: id as Hex, tokens: Object.keys(held), amounts: Object.values(held).map(Number) };
}

const ETHER = 10n ** 18n;
const DOLLAR = 10n ** 6n;
const deep = pool("0x1", { [USD]: 2_000_000n * DOLLAR, [NATIVE]: 1_000n * ETHER });

describe("deepPools", () => {
  test("default: by what pools hold of tokens with a price", () => {
    const pools = [
      deep,
      pool("0x2", { [USD]: 999n * DOLLAR, "0xcc": 5n }),
      pool("0x3", { [NATIVE]: ETHER, "0xdd": 5n }),
      pool("0x4", { "0xee": 10n ** 40n, "0xff": 10n ** 40n }),
    ];
    // An ether is 2,000 dollars by the first pool; what is on the other side is worth as much.
    expect(deepPools(pools, WORTH, 3_000)).toEqual(["0x1", "0x3"]);
    expect(deepPools(pools, WORTH, 5_000)).toEqual(["0x1"]);
    expect(deepPools(pools, WORTH, 1_500)).toEqual(["0x1", "0x2", "0x3"]);
  });

  test("behavior: the deepest pool prices a token, not a shallow one with another price", () => {
    const odd = pool("0x5", { [USD]: 10n * DOLLAR, [NATIVE]: 1n });
    expect(deepPools([odd, deep, pool("0x3", { [NATIVE]: ETHER })], WORTH, 1_999)).toEqual([
      "0x1",
      "0x3",
    ]);
  });

  test("behavior: a token that anybody can make is worth no more than was paid in for it", () => {
    const own = pool("0x6", { [USD]: 600n * DOLLAR, "0xcc": 1n });
    const empty = pool("0x7", { "0xcc": 10n ** 30n, "0xdd": 10n ** 30n });
    expect(deepPools([deep, own, empty], WORTH, 1_000)).toEqual(["0x1", "0x6"]);
  });

  test("behavior: pools that hold nothing are not deep", () => {
    expect(deepPools([deep, pool("0x8", { [USD]: 0n, "0xcc": 0n })], WORTH, 1)).toEqual(["0x1"]);
  });
});
