import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { readEnvironment } from "../../src/lib/env.ts";
import type { Deployment } from "../../src/protocols/protocol.ts";
import {
  chainSources,
  deploymentOf,
  factoriesOf,
  indexedSources,
  isIndexed,
} from "../../src/protocols/sources.ts";
import { uniswapV2 } from "../../src/protocols/uniswap-v2/indexed.ts";
import { uniswapV3 } from "../../src/protocols/uniswap-v3/indexed.ts";

const A: Address = "0x000000000000000000000000000000000000000a";
const B: Address = "0x000000000000000000000000000000000000000b";

function deployment(
  slug: string,
  factory: Address,
  startBlock: number | null,
): Deployment<{ readonly factory: Address }> {
  const facts = { name: slug, project: slug, url: "", logosUri: [], description: "" };
  return { slug, ...facts, chains: { 1: { contracts: { factory }, startBlock } } };
}

const all = { address: factoriesOf };
const one = readEnvironment({ PONDER_RPC_URL_1: "http://localhost" });

describe("chainSources", () => {
  test("default", () => {
    const deployments = [deployment("a", A, 20), deployment("b", B, 10)];
    expect(chainSources(deployments, one, all)).toEqual({
      mainnet: { address: [A, B], startBlock: 10 },
    });
  });

  test("behavior: an unknown start block takes the earliest known one, 0 without any", () => {
    expect(chainSources([deployment("a", A, null), deployment("b", B, 9)], one, all)).toMatchObject(
      {
        mainnet: { startBlock: 9 },
      },
    );
    expect(chainSources([deployment("a", A, null)], one, all)).toMatchObject({
      mainnet: { startBlock: 0 },
    });
  });

  test("behavior: the environment overrides every start block", () => {
    const environment = readEnvironment({
      PONDER_RPC_URL_1: "http://localhost",
      PONDER_START_BLOCK_1: "0",
    });
    expect(chainSources([deployment("a", A, 20)], environment, all)).toMatchObject({
      mainnet: { startBlock: 0 },
    });
  });

  test("behavior: only configured chains and selected deployments", () => {
    const berachain = readEnvironment({ PONDER_RPC_URL_80094: "http://localhost" });
    expect(chainSources([deployment("a", A, 1)], berachain, all)).toEqual({});
    const select = ({ factory }: { readonly factory: Address }) => factory === B;
    const deployments = [deployment("a", A, 1), deployment("b", B, 2)];
    expect(chainSources(deployments, one, { ...all, select })).toEqual({
      mainnet: { address: [B], startBlock: 2 },
    });
  });
});

describe("indexedSources", () => {
  test("default", () => {
    const present = { chain: { mainnet: { address: A, startBlock: 0 } } };
    const family = (name: string, sources: object) => ({
      ...{ family: name, schema: {} },
      sources: () => ({ ...sources }),
    });
    const families = [family("a", { present }), family("b", { absent: { chain: {} } })];
    expect(indexedSources(families, one)).toEqual({ present });
  });

  test("behavior: a chain without PancakeSwap has no source for it", () => {
    const berachain = readEnvironment({ PONDER_RPC_URL_80094: "http://localhost" });
    const sources = indexedSources([uniswapV2, uniswapV3], berachain);
    expect(Object.keys(sources)).toEqual([
      "UniswapV2Factory",
      "UniswapV2Pair",
      "UniswapV2Mint",
      "UniswapV2Burn",
      "UniswapV3Factory",
      "UniswapV3Pool",
    ]);
    const { PancakeV3Pool, UniswapV3Pool } = uniswapV3.sources(berachain);
    expect(isIndexed(PancakeV3Pool)).toBe(false);
    expect(isIndexed(UniswapV3Pool)).toBe(true);
  });
});

describe("deploymentOf", () => {
  test("default", () => {
    const deployments = [deployment("a", A, 1), deployment("b", B, 2)];
    expect(deploymentOf(deployments, 1, B)).toEqual({ slug: "b", contracts: { factory: B } });
  });

  test("error: unknown factory", () => {
    expect(() => deploymentOf([deployment("a", A, 1)], 10, A)).toThrow("on chain 10");
  });
});
