import { type Address, type PublicClient, parseAbi } from "viem";
import { lower } from "../../../src/lib/address.ts";
import { deployments } from "../../../src/protocols/solidly/contracts.ts";
import type { SolidlyPool } from "../../../src/protocols/solidly/pool.ts";

// https://github.com/mds1/multicall3/blob/main/README.md
const multicallAddress = "0xca11bde05977b3631167028862be2a173976ca11";
const factoryAbi = parseAbi([
  "function allPoolsLength() view returns (uint256)",
  "function allPools(uint256) view returns (address)",
  "function isPaused() view returns (bool)",
  "function getFee(address pool, bool stable) view returns (uint256)",
]);
const poolAbi = parseAbi([
  "function metadata() view returns (uint256, uint256, uint256, uint256, bool, address, address)",
  "function totalSupply() view returns (uint256)",
]);

/**
 * Every pool of the second generation's factories that have code, by contract reads alone; none has
 * earned fees.
 */
export async function read(client: PublicClient, chainId: number): Promise<readonly SolidlyPool[]> {
  const states: SolidlyPool[] = [];
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined || contracts.generation === "v1") continue;
    const { factory: address, router, generation } = contracts;
    const pools = await poolsOf(client, address);
    if (pools.length === 0) continue;
    const get = { address, abi: factoryAbi, functionName: "isPaused" } as const;
    const isPaused = await client.readContract(get);
    const facts = await Promise.all(pools.map((pool) => factsOf(client, address, pool)));
    states.push(
      ...facts.map((pool) => ({
        ...{ ...pool, id: pool.address, slug, updatedBlock: 0, generation, router, isPaused },
        ...{ feeIndexWad: 10n ** 18n, since: null },
      })),
    );
  }
  return states;
}

async function poolsOf(client: PublicClient, address: Address): Promise<readonly Address[]> {
  const [count] = await client.multicall({
    multicallAddress,
    contracts: [{ address, abi: factoryAbi, functionName: "allPoolsLength" }],
  });
  if (count.status === "failure") return [];
  return client.multicall({
    multicallAddress,
    allowFailure: false,
    contracts: Array.from({ length: Number(count.result) }, (_, n) => ({
      ...{
        address,
        abi: factoryAbi,
        functionName: "allPools" as const,
        args: [BigInt(n)] as const,
      },
    })),
  });
}

async function factsOf(client: PublicClient, factory: Address, pool: Address) {
  const [metadata, totalSupply] = await client.multicall({
    multicallAddress,
    allowFailure: false,
    contracts: [
      { address: pool, abi: poolAbi, functionName: "metadata" },
      { address: pool, abi: poolAbi, functionName: "totalSupply" },
    ],
  });
  const [unit0, unit1, reserve0, reserve1, isStable, token0, token1] = metadata;
  const feeBps = await client.readContract({
    ...{ address: factory, abi: factoryAbi, functionName: "getFee", args: [pool, isStable] },
  });
  return {
    ...{ address: lower(pool), token0: lower(token0), token1: lower(token1) },
    ...{ isStable, unit0, unit1, reserve0, reserve1, totalSupply, feeBps: Number(feeBps) },
  };
}
