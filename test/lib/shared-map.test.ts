import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SharedMap, sharedMap } from "../../src/lib/shared-map.ts";

/** Keys with the same first digits, with others, and one that is no address. */
const KEYS = ["0xabc1", "0xabc2", "0xabd1", "0x0", "0xfff", "0xabc1ff", "weth"];

describe("sharedMap", () => {
  test("default: says what a Map does after any changes, and older versions stay as they were", () => {
    const changes = fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.option(fc.nat(3))));
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 8 }), (rounds) => {
        const versions: (readonly [SharedMap<string, number>, Map<string, number>])[] = [];
        let shared = sharedMap<string, number>();
        const plain = new Map<string, number>();
        for (const round of rounds) {
          shared = shared.with(new Map(round.map(([key, value]) => [key, value ?? undefined])));
          for (const [key, value] of new Map(round)) {
            if (value === null) plain.delete(key);
            else plain.set(key, value);
          }
          versions.push([shared, new Map(plain)]);
        }
        for (const [found, wanted] of versions) {
          expect(new Map(found)).toEqual(wanted);
          expect(found.size).toBe(wanted.size);
          for (const key of KEYS) {
            expect(found.get(key)).toBe(wanted.get(key));
            expect(found.has(key)).toBe(wanted.has(key));
          }
        }
      }),
    );
  });

  test("behavior: hexadecimal keys come in their order", () => {
    const keys = ["0xff01", "0x0a", "0xabc2", "0xabc1", "0xabd"];
    const map = sharedMap(keys.map((key) => [key, key]));
    expect([...map.keys()]).toEqual([...keys].sort());
    expect([...map.values()]).toEqual([...keys].sort());
  });

  test("behavior: is itself where nothing changes", () => {
    const map = sharedMap<string, number>([["0x1", 1]]);
    expect(map.with(new Map([["0x1", 1]]))).toBe(map);
    expect(map.with(new Map([["0x2", undefined]]))).toBe(map);
    expect(map.with(new Map())).toBe(map);
  });
});
