import { describe, expect, test } from "vitest";
import { sourceFiles, stateKey } from "../../devnet/state-key.ts";

describe("sourceFiles", () => {
  test("default", () => {
    const files = sourceFiles(80094);
    expect(files).toEqual(
      expect.arrayContaining([
        "contracts/src/Router.sol",
        "devnet/builder.ts",
        "devnet/data/tokens-80094.json",
        "devnet/market/plan-80094.ts",
        "devnet/protocols/berachain-reward-vault.ts",
        "src/api/program/contracts.ts",
      ]),
    );
    expect(sourceFiles(1)).toContain("devnet/data/recorded-pools.json");
  });

  test("behavior: what only another chain carries, or what runs after the start, is not among them", () => {
    const others =
      /protocols\/(curve|lido|aerodrome)|plan-(1|8453)\.|tokens-(1|8453)\.|trader|miner/;
    expect(sourceFiles(80094).filter((file) => others.test(file))).toEqual([]);
  });
});

describe("stateKey", () => {
  test("default", () => {
    const keys = ([1, 80094, 8453, 43114] as const).map(stateKey);
    expect(new Set(keys).size).toBe(4);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{16}$/);
  });
});
