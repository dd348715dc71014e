import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../../../devnet/chains.ts";
import type { DevnetPool } from "../../../devnet/manifest.ts";
import { asHex } from "../../../devnet/rpc.ts";
import { readPool } from "../../../devnet/trader/pool-state.ts";
import { traderAbi } from "../../../devnet/trader/trades.ts";
import { type ChainUnderTest, startChainUnderTest } from "../running-devnet.ts";

/**
 * One direction through a pool; `gain` is the logarithm of what is left of a dollar at zero size,
 * fees taken.
 */
interface Edge {
  readonly pool: DevnetPool;
  readonly zeroForOne: boolean;
  readonly from: string;
  readonly to: string;
  readonly gain: number;
}

// https://github.com/Uniswap/v3-core/blob/d8b1c635/contracts/libraries/TickMath.sol
const MIN_SQRT_RATIO = 4295128739n;
const MAX_SQRT_RATIO = 1461446703485210103287273052203988822378723970342n;

const PROBE_USD = 10;
const PROBED_CYCLES = 60;

async function edgesOf(chain: ChainUnderTest): Promise<Edge[]> {
  const edges: Edge[] = [];
  for (const pool of chain.manifest.pools) {
    const state = await readPool(chain.rpc, pool);
    if (state === null) continue;
    const kept = Math.log(1 - pool.feePips / 1e6);
    const forward = Math.log(state.price) + kept;
    const backward = -Math.log(state.price) + kept;
    edges.push({ pool, zeroForOne: true, from: pool.token0, to: pool.token1, gain: forward });
    edges.push({ pool, zeroForOne: false, from: pool.token1, to: pool.token0, gain: backward });
  }
  return edges;
}

/** Cycles of two and three different pools, the most profitable first. */
function cycles(
  edges: readonly Edge[],
): { readonly path: readonly Edge[]; readonly gain: number }[] {
  const leaving = new Map<string, Edge[]>();
  for (const edge of edges) leaving.set(edge.from, [...(leaving.get(edge.from) ?? []), edge]);
  const found: { path: Edge[]; gain: number }[] = [];
  const extend = (path: readonly Edge[], next: Edge) => {
    if (path.some((edge) => edge.pool === next.pool)) return;
    const longer = [...path, next];
    const start = longer[0]?.from;
    if (next.to === start) {
      found.push({ path: longer, gain: longer.reduce((sum, edge) => sum + edge.gain, 0) });
    } else if (longer.length < 3) {
      for (const edge of leaving.get(next.to) ?? []) extend(longer, edge);
    }
  };
  for (const edge of edges) extend([], edge);
  return found.sort((a, b) => b.gain - a.gain);
}

/** The market maker's swap in a pool. */
function swapOf({ pool, zeroForOne }: Edge, amountIn: bigint): Hex {
  const { address, token0, token1 } = pool;
  const abi = traderAbi;
  switch (pool.family) {
    case "uniswap-v2": {
      const args = [address, zeroForOne, amountIn] as const;
      return encodeFunctionData({ abi, functionName: "swapV2", args });
    }
    case "fluid": {
      const args = [address, zeroForOne ? token0 : token1, zeroForOne, amountIn] as const;
      return encodeFunctionData({ abi, functionName: "swapFluid", args });
    }
    default: {
      const limit = zeroForOne ? MIN_SQRT_RATIO + 1n : MAX_SQRT_RATIO - 1n;
      const args = [address, zeroForOne, amountIn, limit] as const;
      return encodeFunctionData({ abi, functionName: "swapV3", args });
    }
  }
}

/** What a pool really pays, by a call of the market maker's swap. */
async function exactOut(chain: ChainUnderTest, edge: Edge, amountIn: bigint): Promise<bigint> {
  const data = swapOf(edge, amountIn);
  const call = { from: OPERATOR, to: chain.manifest.marketMaker, data };
  const result = asHex(await chain.rpc.request("eth_call", [call, "latest"]));
  return decodeFunctionResult({ abi: traderAbi, functionName: "swapV2", data: result });
}

describe.each([1, 80094])("market of chain %i", (chainId) => {
  let chain: ChainUnderTest;

  beforeAll(async () => {
    chain = await startChainUnderTest(chainId);
  });

  afterAll(() => chain?.devnet.stop());

  test("behavior: no cycle of two or three pools pays", async () => {
    const tokens = new Map(chain.manifest.tokens.map((token) => [token.address as string, token]));
    const found = cycles(await edgesOf(chain));
    expect(found.length).toBeGreaterThan(20);
    expect(found[0]?.gain).toBeLessThan(0);
    // Swaps in bins do not tell the market maker what they pay.
    const isTold = ({ pool }: Edge) => pool.family !== "liquidity-book";
    const told = found.filter(({ path }) => path.every(isTold));
    for (const { path } of told.slice(0, PROBED_CYCLES)) {
      const start = tokens.get(path[0]?.from ?? "");
      if (start === undefined) throw new Error("A cycle starts at an unknown token.");
      const probe = BigInt(Math.ceil((PROBE_USD / start.priceUsd) * 10 ** start.decimals));
      let amount = probe;
      for (const edge of path) amount = await exactOut(chain, edge, amount);
      expect(amount).toBeLessThan(probe);
    }
  });
});
