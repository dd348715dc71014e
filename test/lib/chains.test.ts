import { readdirSync, readFileSync } from "node:fs";
import { getAddress, isAddress } from "viem";
import { describe, expect, test } from "vitest";
import { CHAINS } from "../../src/lib/chains.ts";

describe("CHAINS", () => {
  test("default: ascending, each with a name of its own", () => {
    const ids = [...CHAINS.keys()];
    expect(ids).toContain(1);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set([...CHAINS.values()].map(({ name }) => name)).size).toBe(ids.length);
  });

  test.each([...CHAINS.values()])("behavior: $name has valid lower-case addresses", (chain) => {
    expect(CHAINS.get(chain.chainId)).toBe(chain);
    const { wrappedNative, multicall3, permit2, usdAnchors, connectors } = chain;
    for (const list of [usdAnchors, connectors, [wrappedNative, multicall3, permit2]]) {
      expect(new Set(list).size).toBe(list.length);
      for (const address of list) {
        expect(address).toBe(address.toLowerCase());
        expect(isAddress(getAddress(address))).toBe(true);
      }
    }
    expect(connectors).toContain(wrappedNative);
    expect(connectors.some((address) => usdAnchors.includes(address))).toBe(true);
    expect(chain.blockTimeSeconds).toBeGreaterThan(0);
    expect(chain.native.decimals).toBe(18);
  });

  test("behavior: a chain's file is data alone, and registered", () => {
    const folder = new URL("../../src/lib/chains/", import.meta.url);
    const files = readdirSync(folder);
    expect(files.toSorted()).toEqual(
      [...CHAINS.values()].map(({ name }) => `${name}.ts`).toSorted(),
    );
    for (const file of files) {
      const imports = readFileSync(new URL(file, folder), "utf8").match(/^import .*$/gm);
      expect(imports).toEqual(['import type { ChainFacts } from "../chain.ts";']);
    }
  });
});
