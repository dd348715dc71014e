import { concatHex, hexToBytes } from "viem";
import { describe, expect, test } from "vitest";
import { fastLzSize } from "../../../src/lib/data-fee/fast-lz.ts";

// What the nodes' own code finds:
// https://github.com/ethereum-optimism/op-geth/blob/optimism/core/types/rollup_cost_test.go
const EMPTY = "0xdd80808094095e7baea6a6c7c4c2dfeb977efac326af552d878080808080";
const CONTRACT_CALL = concatHex([
  "0x02f901550a758302df1483be21b88304743f94f80e51afb613d764fa61751affd3313c190a86bb870151bd62fd12adb8",
  "0xe41ef24f3f000000000000000000000000000000000000000000000000000000000000006e",
  "0x000000000000000000000000af88d065e77c8cc2239327c5edb3a432268e5831",
  "0x000000000000000000000000000000000000000000000000000000000003c1e5",
  "0x0000000000000000000000000000000000000000000000000000000000000000",
  "0x0000000000000000000000000000000000000000000000000000000000000000",
  "0x00000000000000000000000000000000000000000000000000000000000000a0",
  "0x0000000000000000000000000000000000000000000000000000000000000014",
  "0x8c89ed219d02f1a5be012c689b4f5b731827bebe000000000000000000000000",
  "0xc001a033fd89cb37c31b2cba46b6466e040c61fc9b2a3675a7f5f493ebd5ad77c497f8",
  "0xa07cdf65680e238392693019b4092f610222e71b7cec06449cb922b93b6a12744e",
]);

describe("fastLzSize", () => {
  test.each([
    ["nothing", new Uint8Array(), 0],
    ["1,000 ones", new Uint8Array(1_000).fill(1), 21],
    ["1,000 zeros", new Uint8Array(1_000), 21],
    ["an empty transaction", hexToBytes(EMPTY), 31],
    ["a contract call", hexToBytes(CONTRACT_CALL), 202],
  ])("default: %s", (_, data, size) => {
    expect(fastLzSize(data)).toBe(size);
  });

  test("behavior: what does not repeat takes a byte more for every 32", () => {
    for (const [length, size] of [
      [1, 2],
      [32, 33],
      [33, 35],
      [64, 66],
    ] as const) {
      expect(fastLzSize(Uint8Array.from({ length }, (_, i) => i * 3))).toBe(size);
    }
  });
});
