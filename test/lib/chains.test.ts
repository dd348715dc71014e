import { getAddress, isAddress } from "viem";
import { describe, expect, test } from "vitest";
import { CHAINS } from "../../src/lib/chains.ts";

describe("CHAINS", () => {
  test("default", () => {
    expect([...CHAINS].map(([chainId, chain]) => [chainId, chain.name])).toEqual([
      [1, "mainnet"],
      [10, "optimism"],
      [56, "binance"],
      [100, "gnosis"],
      [137, "polygon"],
      [8453, "base"],
      [42161, "arbitrum"],
      [43114, "avalanche"],
      [80094, "berachain"],
    ]);
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
});
