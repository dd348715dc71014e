import type { PublicClient } from "viem";
import { Lido } from "../../../abis/Lido.ts";
import { deployments } from "../../../src/protocols/lido/contracts.ts";
import type { LidoState } from "../../../src/protocols/lido/pool.ts";

/** Lido at the newest block by contract reads; the growth window, which no read gives, is empty. */
export async function read(client: PublicClient, chainId: number): Promise<readonly LidoState[]> {
  const states: LidoState[] = [];
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  for (const { slug, chains } of deployments) {
    const contracts = chains[chainId]?.contracts;
    if (contracts === undefined) continue;
    const { stEth, wstEth } = contracts;
    const at = { abi: Lido, address: stEth, blockNumber } as const;
    const [shares, externalShares, ether, externalEther, isStopped, limit] = await Promise.all([
      client.readContract({ ...at, functionName: "getTotalShares" }),
      client.readContract({ ...at, functionName: "getExternalShares" }),
      client.readContract({ ...at, functionName: "getTotalPooledEther" }),
      client.readContract({ ...at, functionName: "getExternalEther" }),
      client.readContract({ ...at, functionName: "isStopped" }),
      client.readContract({ ...at, functionName: "getStakeLimitFullInfo" }),
    ]);
    const [, , , maxStakeLimit, growthBlocks, prevStakeLimit, prevStakeBlock] = limit;
    states.push({
      ...{ id: stEth, slug, updatedBlock: Number(blockNumber), stEth, wstEth },
      ...{ internalEther: ether - externalEther, internalShares: shares - externalShares },
      ...{ isStopped, maxStakeLimit, growthBlocks, prevStakeLimit },
      prevStakeBlock: Number(prevStakeBlock),
      ...{ sincePrice: 0n, sinceTimestamp: 0, latestPrice: 0n, latestTimestamp: 0 },
    });
  }
  return states;
}
