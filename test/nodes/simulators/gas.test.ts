import { describe, expect, test } from "vitest";
import { MAX_TRANSACTION_GAS } from "../../../src/lib/chains.ts";
import {
  blockGasOverride,
  gasShares,
  REQUEST_GAS,
  requestGas,
} from "../../../src/nodes/simulators/gas.ts";

describe("gasShares", () => {
  test.each([
    [0, 2],
    [3, 20],
    [40, 400],
    [500, 5_000],
  ])("default: %d calls before and %d reads ask for no more than a request may", (preceding, reads) => {
    const shares = gasShares({ preceding, reads });
    const sum = BigInt(preceding) * shares.preceding + BigInt(reads) * shares.read;
    expect(shares.sum).toBe(sum + shares.transaction);
    expect(shares.sum).toBeLessThanOrEqual(REQUEST_GAS);
    expect(shares.transaction).toBe(MAX_TRANSACTION_GAS);
  });
});

describe("blockGasOverride", () => {
  test("default: none where the block has as much, else what every node takes", () => {
    expect(blockGasOverride(17_400_000n, 30_000_000n)).toBeNull();
    expect(blockGasOverride(17_400_000n, 17_000_000n)).toBe(REQUEST_GAS);
    expect(blockGasOverride(49_000_000n, 60_000_000n)).toBeNull();
  });
});

describe("requestGas", () => {
  test("default: never more than a request may ask for, nor than the next block has", () => {
    expect(requestGas(60_000_000n)).toBe(REQUEST_GAS);
    expect(requestGas(16_000_000n)).toBe(15_000_000n);
  });
});
