import { type Address, getAddress, isAddress } from "viem";
import { describe, expect, test } from "vitest";
import { CHAINS } from "../../src/lib/chains.ts";
import type { Deployment } from "../../src/protocols/protocol.ts";
import { deployments as uniswapV2 } from "../../src/protocols/uniswap-v2/contracts.ts";
import { deployments as uniswapV3 } from "../../src/protocols/uniswap-v3/contracts.ts";
import { deployments as wrappedNative } from "../../src/protocols/wrapped-native/contracts.ts";

const families: readonly (readonly Deployment<unknown>[])[] = [uniswapV2, uniswapV3, wrappedNative];
const all = families.flat();

describe("deployments", () => {
  test("default", () => {
    expect(uniswapV2.flatMap(({ chains }) => Object.keys(chains))).toHaveLength(26);
    expect(uniswapV3.flatMap(({ chains }) => Object.keys(chains))).toHaveLength(24);
    expect(wrappedNative.flatMap(({ chains }) => Object.keys(chains))).toHaveLength(CHAINS.size);
  });

  test("behavior: slugs are unique over all families", () => {
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length);
    for (const { slug } of all) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test.each(all)("behavior: $slug states what the protocol list shows", (deployment) => {
    expect(deployment.name).not.toBe("");
    expect(deployment.project).not.toBe("");
    expect(deployment.description).not.toBe("");
    for (const url of [deployment.url, ...deployment.logosUri]) {
      expect(new URL(url).protocol).toBe("https:");
    }
    expect(Object.keys(deployment.chains)).not.toHaveLength(0);
    for (const chainId of Object.keys(deployment.chains)) {
      expect(CHAINS.has(Number(chainId))).toBe(true);
    }
  });

  test("behavior: addresses are valid, lower-case and used once per chain", () => {
    const seen = new Set<string>();
    const check = (chainId: string, address: Address) => {
      expect(isAddress(getAddress(address))).toBe(true);
      expect(address).toBe(address.toLowerCase());
      expect(seen).not.toContain(`${chainId}:${address}`);
      seen.add(`${chainId}:${address}`);
    };
    for (const { chains } of [...uniswapV2, ...uniswapV3]) {
      for (const [id, { contracts }] of Object.entries(chains)) check(id, contracts.factory);
    }
    for (const { chains } of wrappedNative) {
      for (const [id, { contracts }] of Object.entries(chains)) check(id, contracts.token);
    }
  });

  test("behavior: start blocks are block numbers", () => {
    for (const { chains } of all) {
      for (const { startBlock } of Object.values(chains)) {
        if (startBlock === null) continue;
        expect(Number.isSafeInteger(startBlock)).toBe(true);
        expect(startBlock).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test("behavior: chains with one native currency say the same of its wrapped token", () => {
    for (const { name, url, logosUri, description, chains } of wrappedNative) {
      for (const [chainId, { contracts, startBlock }] of Object.entries(chains)) {
        const chain = CHAINS.get(Number(chainId));
        expect(chain?.wrappedNative).toBe(contracts.token);
        expect(chain?.wrapper).toEqual({ name, url, logosUri, description, startBlock });
      }
    }
  });

  test("behavior: fees are below 100 %", () => {
    for (const { chains } of uniswapV2) {
      for (const { contracts } of Object.values(chains)) {
        if (contracts.feePips === "per-pair") continue;
        expect(contracts.feePips).toBeGreaterThan(0);
        expect(contracts.feePips).toBeLessThan(1_000_000);
      }
    }
  });
});
