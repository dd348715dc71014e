import { type Address, type PublicClient, parseAbi, zeroAddress } from "viem";
import { lower } from "../../../src/lib/address.ts";
import { deployments } from "../../../src/protocols/uniswap-v2/contracts.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";

// https://github.com/mds1/multicall3/blob/main/README.md
const MULTICALL3 = "0xca11bde05977b3631167028862be2a173976ca11";
const factoryAbi = parseAbi([
  "function allPairsLength() view returns (uint256)",
  "function allPairs(uint256) view returns (address)",
  "function feeTo() view returns (address)",
]);
const pairAbi = parseAbi([
  "function token0() view returns (address)",
  "function token1() view returns (address)",
  "function getReserves() view returns (uint112, uint112, uint32)",
  "function totalSupply() view returns (uint256)",
  "function kLast() view returns (uint256)",
]);

/**
 * Every pair of the factories that have code, by contract reads alone; no pair has an observed
 * share price.
 */
export async function read(
  client: PublicClient,
  chainId: number,
): Promise<readonly UniswapV2Pool[]> {
  const states: UniswapV2Pool[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined || contracts.feePips === "per-pair") continue;
    const { factory, router, share, feePips } = contracts;
    const pairs = await pairsOf(client, factory);
    if (pairs.length === 0) continue;
    const feeTo = await client.readContract({
      ...{ address: factory, abi: factoryAbi, functionName: "feeTo" },
    });
    const protocolFee = feeTo === zeroAddress || share === null ? null : share.protocolFee;
    const facts = await Promise.all(pairs.map((pair) => factsOf(client, pair)));
    states.push(
      ...facts.map(({ totalSupply, kLast, ...pair }) => ({
        ...{ ...pair, id: pair.address, slug, updatedBlock: 0, feePips },
        liquidity: share === null ? null : { router, totalSupply, kLast, protocolFee, since: null },
      })),
    );
  }
  return states;
}

async function pairsOf(client: PublicClient, address: Address): Promise<readonly Address[]> {
  const [count] = await client.multicall({
    multicallAddress: MULTICALL3,
    contracts: [{ address, abi: factoryAbi, functionName: "allPairsLength" }],
  });
  if (count.status === "failure") return [];
  return client.multicall({
    multicallAddress: MULTICALL3,
    allowFailure: false,
    contracts: Array.from({ length: Number(count.result) }, (_, n) => ({
      ...{
        address,
        abi: factoryAbi,
        functionName: "allPairs" as const,
        args: [BigInt(n)] as const,
      },
    })),
  });
}

async function factsOf(client: PublicClient, address: Address) {
  const [token0, token1, [reserve0, reserve1], totalSupply, kLast] = await client.multicall({
    multicallAddress: MULTICALL3,
    allowFailure: false,
    contracts: [
      { address, abi: pairAbi, functionName: "token0" },
      { address, abi: pairAbi, functionName: "token1" },
      { address, abi: pairAbi, functionName: "getReserves" },
      { address, abi: pairAbi, functionName: "totalSupply" },
      { address, abi: pairAbi, functionName: "kLast" },
    ],
  });
  const [id, ...tokens] = [lower(address), lower(token0), lower(token1)] as const;
  return {
    ...{ address: id, token0: tokens[0], token1: tokens[1] },
    ...{ reserve0, reserve1, totalSupply, kLast },
  };
}
