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
import { uniswapV2Sources } from "../../src/protocols/uniswap-v2/sources.ts";
import { uniswapV3Sources } from "../../src/protocols/uniswap-v3/sources.ts";

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
    expect(indexedSources({ present, absent: { chain: {} } })).toEqual({ present });
  });

  test("behavior: a chain without PancakeSwap has no source for it", () => {
    const berachain = readEnvironment({ PONDER_RPC_URL_80094: "http://localhost" });
    const sources = { ...uniswapV2Sources(berachain), ...uniswapV3Sources(berachain) };
    expect(Object.keys(indexedSources(sources))).toEqual([
      "UniswapV2Factory",
      "UniswapV2Pair",
      "UniswapV2Mint",
      "UniswapV2Burn",
      "UniswapV3Factory",
      "UniswapV3Pool",
    ]);
    expect(isIndexed(sources.PancakeV3Pool)).toBe(false);
    expect(isIndexed(sources.UniswapV3Pool)).toBe(true);
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
