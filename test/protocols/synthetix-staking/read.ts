import type { PublicClient } from "viem";
import { StakingRewards } from "../../../abis/StakingRewards.ts";
import { lower } from "../../../src/lib/address.ts";
import { deployments } from "../../../src/protocols/synthetix-staking/contracts.ts";
import type { StakingPool } from "../../../src/protocols/synthetix-staking/pool.ts";

/**
 * Every configured staking contract that exists, at the newest block. Versions without a switch are
 * never paused.
 */
export async function read(client: PublicClient, chainId: number): Promise<readonly StakingPool[]> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const states: StakingPool[] = [];
  for (const { slug, chains } of deployments) {
    for (const address of chains[chainId]?.contracts.stakingRewards ?? []) {
      if ((await client.getCode({ address })) === undefined) continue;
      const at = { abi: StakingRewards, address, blockNumber } as const;
      const [staked, rewards, totalSupply, rewardRate, periodFinish, rewardsDuration, isPaused] =
        await Promise.all([
          client.readContract({ ...at, functionName: "stakingToken" }),
          client.readContract({ ...at, functionName: "rewardsToken" }),
          client.readContract({ ...at, functionName: "totalSupply" }),
          client.readContract({ ...at, functionName: "rewardRate" }),
          client.readContract({ ...at, functionName: "periodFinish" }),
          client.readContract({ ...at, functionName: "rewardsDuration" }),
          client.readContract({ ...at, functionName: "paused" }).catch(() => false),
        ]);
      states.push({
        ...{ id: address, address, slug, updatedBlock: Number(blockNumber) },
        ...{ stakingToken: lower(staked), rewardsToken: lower(rewards), totalSupply, rewardRate },
        ...{ periodFinish: Number(periodFinish), rewardsDuration: Number(rewardsDuration) },
        isPaused,
      });
    }
  }
  return states;
}
