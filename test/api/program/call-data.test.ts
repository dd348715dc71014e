import fc from "fast-check";
import { decodeFunctionData, encodeFunctionData, numberToHex, parseAbiItem, slice } from "viem";
import { describe, expect, test } from "vitest";
import { encodeTemplate } from "../../../src/api/program/call-data.ts";

const NESTED = parseAbiItem(
  "function f((uint256 amount, bytes data)[] list, uint256[2] pair, int8 delta, string note)",
);

/** The calldata with its holes filled, as the program does. */
function filled(
  { data, offsets }: ReturnType<typeof encodeTemplate>,
  amounts: readonly bigint[],
): `0x${string}` {
  const bytes = Buffer.from(data.slice(2), "hex");
  for (const [hole, places] of offsets.entries()) {
    const word = numberToHex(amounts[hole] ?? 0n, { size: 32 });
    for (const place of places) bytes.write(word.slice(2), place, "hex");
  }
  return `0x${bytes.toString("hex")}`;
}

const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

describe("encodeTemplate", () => {
  test("default: holes filled are the call itself, wherever they stand and whatever else is said", () => {
    fc.assert(
      fc.property(word, word, word, fc.integer({ min: -128, max: 127 }), (a, b, other, delta) => {
        const args = (amounts: readonly bigint[]) => {
          const [first = 0n, second = 0n] = amounts;
          const list = [
            { amount: first, data: numberToHex(other, { size: 32 }) },
            { amount: other, data: "0x" as const },
          ];
          return [list, [second, first], delta, "note"] as const;
        };
        const template = encodeTemplate(NESTED, 2, args);
        expect(template.offsets.map(({ length }) => length)).toEqual([2, 1]);
        expect(filled(template, [a, b])).toBe(
          encodeFunctionData({ abi: [NESTED], functionName: "f", args: args([a, b]) }),
        );
      }),
    );
  });

  test("behavior: a literal that says what stood for an amount stays what it says", () => {
    const abi = parseAbiItem("function g(uint256 amount, uint256 literal)");
    const markers = new Set<bigint>();
    encodeTemplate(abi, 1, ([amount = 0n]) => {
      markers.add(amount);
      return [amount, 7n];
    });
    expect(markers.size).toBe(2);
    for (const literal of markers) {
      const { data, offsets } = encodeTemplate(abi, 1, ([amount = 0n]) => [amount, literal]);
      expect(offsets).toEqual([[4]]);
      expect(decodeFunctionData({ abi: [abi], data }).args).toEqual([0n, literal]);
      expect(slice(data, 4, 36)).toBe(numberToHex(0, { size: 32 }));
    }
  });

  test("behavior: an amount of a narrow type, and none at all", () => {
    const abi = parseAbiItem("function h(int8 small)");
    expect(encodeTemplate(abi, 1, ([amount]) => [amount]).offsets).toEqual([[4]]);
    expect(encodeTemplate(abi, 0, () => [-1n])).toEqual({
      ...{ data: encodeFunctionData({ abi: [abi], functionName: "h", args: [-1] }), offsets: [] },
    });
  });
});
