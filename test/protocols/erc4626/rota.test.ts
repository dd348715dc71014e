import { numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import { dueVaults, type RotaVault } from "../../../src/protocols/erc4626/rota.ts";

const vaults = (count: number): readonly RotaVault[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ address: numberToHex(count - at, { size: 20 }), updatedBlock: 0 },
  }));
const on = { seconds: 2, blocksBetween: 1 };

describe("dueVaults", () => {
  test("default: all while they are few", () => {
    expect(dueVaults(vaults(64), { ...on, block: 7 })).toHaveLength(64);
  });

  test("behavior: fewer where that is asked for", () => {
    const parts = [5, 6].map((block) => dueVaults(vaults(16), { ...on, block, most: 8 }));
    expect(parts.map(({ length }) => length)).toEqual([8, 8]);
    expect(new Set(parts.flat().map(({ address }) => address)).size).toBe(16);
  });

  test("behavior: of many a part, and each once in a round", () => {
    const all = vaults(150);
    const parts = [9, 10, 11].map((block) => dueVaults(all, { ...on, block }));
    expect(parts.map(({ length }) => length)).toEqual([50, 50, 50]);
    expect(new Set(parts.flat().map(({ address }) => address)).size).toBe(150);
    // Blocks that are not read do not count.
    const rare = [16, 24, 32].map((block) => dueVaults(all, { ...on, blocksBetween: 8, block }));
    expect(new Set(rare.flat().map(({ address }) => address)).size).toBe(150);
  });

  test("behavior: those that dealt in the block are due, no more than have their turn", () => {
    const dealing = (count: number) =>
      vaults(150).map((vault, at) => ({ ...vault, updatedBlock: at < count ? 12 : 0 }));
    const one = dealing(1);
    const due = [12, 13, 14].map((block) => dueVaults(one, { ...on, block }));
    expect(due[0]).toContain(one[0]);
    expect(due.map(({ length }) => length).sort()).toEqual([50, 50, 51]);
    const all = dueVaults(dealing(150), { ...on, block: 12 });
    expect(all.length).toBeLessThanOrEqual(114);
  });
});
