import { type Address, type Hex, numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import { giftOverrides, mergeOverrides } from "../../../src/api/simulation/overrides.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const TOKEN: Address = "0x00000000000000000000000000000000000070c3";
const word = (value: number): Hex => numberToHex(value, { size: 32 });
const at = (slot: number) => ({ contract: TOKEN, slot: word(slot) });

describe("giftOverrides", () => {
  test("default: what is added comes on top of what is held", () => {
    const gifts = [
      { place: at(1), held: 5n, added: 7n },
      { place: { account: ALICE }, held: 1n, added: 2n },
    ];
    expect(giftOverrides(gifts)).toEqual([
      { address: TOKEN, stateDiff: [{ slot: word(1), value: word(12) }] },
      { address: ALICE, balance: 3n },
    ]);
  });

  test("behavior: of one balance that is given twice both count", () => {
    const gifts = [
      { place: at(1), held: 5n, added: 7n },
      { place: at(2), held: 0n, added: 1n },
      { place: at(1), held: 5n, added: 30n },
      { place: { account: ALICE }, held: 4n, added: 2n },
      { place: { account: ALICE }, held: 4n, added: 1n },
    ];
    expect(mergeOverrides(giftOverrides(gifts))).toEqual([
      {
        address: TOKEN,
        stateDiff: [
          { slot: word(1), value: word(42) },
          { slot: word(2), value: word(1) },
        ],
      },
      { address: ALICE, balance: 7n },
    ]);
  });
});
