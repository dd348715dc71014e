import { bytesToHex, type Hex, hexToBytes, keccak256, toHex } from "viem";
import { describe, expect, test } from "vitest";
import * as remembered from "../../indexer/bloom-hashes.ts";

const TOPIC: Hex = `0x${"ab".repeat(32)}`;

describe("keccak256", () => {
  test("default: viem's, the first time and again", () => {
    for (const value of [TOPIC, `0x${"cd".repeat(20)}` as const, TOPIC]) {
      expect(remembered.keccak256(value)).toBe(keccak256(value));
    }
  });

  test("behavior: right when more was asked for than is remembered", () => {
    for (let n = 0; n <= 20_000; n++) remembered.keccak256(toHex(n, { size: 32 }));
    expect(remembered.keccak256(TOPIC)).toBe(keccak256(TOPIC));
  });
});

describe("hexToBytes", () => {
  test("default: viem's, of filters one after the other and of hashes between them", () => {
    const [one, other] = ["01", "fe"].map((byte): Hex => `0x${byte.repeat(256)}`);
    for (const hex of [one, TOPIC, one, other, TOPIC, other, one]) {
      if (hex === undefined) throw new Error("no filter");
      expect(remembered.hexToBytes(hex)).toEqual(hexToBytes(hex));
      expect(bytesToHex(remembered.hexToBytes(hex))).toBe(hex);
    }
  });
});
