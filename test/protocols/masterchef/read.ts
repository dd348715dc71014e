import { type Address, multicall3Abi, type PublicClient, parseAbi } from "viem";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { deployments } from "../../../src/protocols/masterchef/contracts.ts";
import { type ChefPool, poolId } from "../../../src/protocols/masterchef/pool.ts";
import { readRewardsPerYear, readTokens } from "../../../src/protocols/masterchef/reading.ts";

const abi = parseAbi([
  "function poolLength() view returns (uint256)",
  "function balanceOf(address account) view returns (uint256)",
]);

/**
 * Every pool of every configured chef that exists, at the newest block; a token must not be staked
 * in two pools of a chef.
 */
export async function read(client: PublicClient, chainId: number): Promise<readonly ChefPool[]> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const chain = CHAINS.get(chainId);
  if (chain === undefined) throw new Error(`The service has no chain ${chainId}.`);
  const aggregate: Aggregate = (calls) =>
    client.readContract({
      ...{ abi: multicall3Abi, address: chain.multicall3, functionName: "aggregate3" },
      ...{ args: [calls], blockNumber },
    });
  const read = (address: Address) => ({ abi, address, blockNumber }) as const;
  const states: ChefPool[] = [];
  for (const { slug, chains } of deployments) {
    for (const { address: chef, credits } of chains[chainId]?.contracts.chefs ?? []) {
      if ((await client.getCode({ address: chef })) === undefined) continue;
      const count = await client.readContract({ ...read(chef), functionName: "poolLength" });
      const pids = Array.from({ length: Number(count) }, (_, pid) => BigInt(pid));
      const { blockTimeSeconds } = chain;
      const rewards = await readRewardsPerYear(aggregate, { chef, pids, blockTimeSeconds });
      for (const pid of pids) {
        const tokens = await readTokens(aggregate, { chef, pid });
        if (tokens === null) continue;
        const { lpToken, rewardToken } = tokens;
        const staked = await client.readContract({
          ...read(lpToken),
          ...{ functionName: "balanceOf", args: [chef] },
        });
        states.push({
          ...{ id: poolId(chef, pid), slug, updatedBlock: Number(blockNumber), chef, pid, credits },
          ...{ lpToken, rewardToken, staked, rewardPerYear: rewards[Number(pid)] ?? 0n },
        });
      }
    }
  }
  return states;
}
