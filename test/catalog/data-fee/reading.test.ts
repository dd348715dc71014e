import { type Hex, numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import {
  ARB_GAS_INFO,
  GAS_PRICE_ORACLE,
  isNewFee,
  readDataFee,
} from "../../../src/catalog/data-fee/reading.ts";
import type { ViewCall } from "../../../src/catalog/live/aggregate.ts";

/** Of an operator that charges nothing. */
const FREE = { operatorScalar: 0n, operatorConstant: 0n };

function word(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

/** Answers in the order of the calls; null: the call reverts. */
function answering(words: readonly (bigint | Hex | null)[], seen: ViewCall[] = []) {
  return async (calls: readonly ViewCall[]) => {
    seen.push(...calls);
    return calls.map((_, i) => {
      const given = words[i] ?? null;
      const returnData = typeof given === "bigint" ? word(given) : (given ?? "0x");
      return { success: given !== null, returnData };
    });
  };
}

describe("readDataFee", () => {
  test("default: the OP stack's scalars times the other chain's fees", async () => {
    const seen: ViewCall[] = [];
    const aggregate = answering([1n, 1n, 2_269n, 7n, 1_055_762n, 3n, 40n, 1_040n], seen);
    const price = 16n * 2_269n * 7n + 1_055_762n * 3n;
    const operator = { operatorScalar: 1_000n, operatorConstant: 40n };
    expect(await readDataFee(aggregate, "op-stack")).toEqual({ rule: "fjord", price, ...operator });
    expect(new Set(seen.map(({ target }) => target))).toEqual(new Set([GAS_PRICE_ORACLE]));
  });

  test("behavior: Ecotone where nothing is said of Fjord", async () => {
    for (const isFjord of [0n, null]) {
      const aggregate = answering([1n, isFjord, 1n, 1n, 0n, 0n]);
      expect(await readDataFee(aggregate, "op-stack")).toEqual({
        rule: "ecotone",
        price: 16n,
        ...FREE,
      });
    }
  });

  test("behavior: Arbitrum's price of a unit", async () => {
    const seen: ViewCall[] = [];
    const read = await readDataFee(answering([321_676_297n], seen), "nitro");
    expect(read).toEqual({ rule: "nitro", price: 321_676_297n, ...FREE });
    expect(seen.map(({ target }) => target)).toEqual([ARB_GAS_INFO]);
  });

  test("behavior: an operator charges nothing where the oracle does not know it", async () => {
    const read = await readDataFee(answering([1n, 1n, 1n, 1n, 0n, 0n]), "op-stack");
    expect(read).toEqual({ rule: "fjord", price: 16n, ...FREE });
  });

  test("behavior: nothing before Ecotone, from what fails, or beyond sense", async () => {
    for (const words of [
      [0n, 0n, 1n, 1n, 0n, 0n],
      [1n, 1n, null, 1n, 0n, 0n],
      [1n, 1n, 1n, "0x", 0n, 0n],
      [1n, 1n, 1n, 2n ** 128n, 0n, 0n],
      [1n, 1n, 1n, 1n, 0n, 0n, 2n ** 128n, 2n ** 128n],
      [1n, 1n, 1n, 1n, 0n, 0n, 2n, 1n],
      [],
    ] as const) {
      expect(await readDataFee(answering(words), "op-stack")).toBeNull();
    }
    expect(await readDataFee(answering([]), "nitro")).toBeNull();
  });
});

describe("isNewFee", () => {
  test("default", () => {
    const known = { rule: "fjord", price: 5n, ...FREE } as const;
    expect(isNewFee(known, { ...known })).toBe(false);
    expect(isNewFee(null, known)).toBe(true);
    expect(isNewFee(known, { ...known, price: 6n })).toBe(true);
    expect(isNewFee(known, { ...known, rule: "ecotone" })).toBe(true);
    expect(isNewFee(known, { ...known, operatorScalar: 1n })).toBe(true);
    expect(isNewFee(known, { ...known, operatorConstant: 1n })).toBe(true);
  });
});
