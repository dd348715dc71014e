import type { PublicClient } from "viem";
import {
  BerachainRewardVault,
  BerachainRewardVaultFactory,
} from "../../../abis/BerachainRewardVault.ts";
import { lower } from "../../../src/lib/address.ts";
import { deployments } from "../../../src/protocols/berachain-reward-vault/contracts.ts";
import type { RewardVault } from "../../../src/protocols/berachain-reward-vault/pool.ts";
import { read as readBalancer } from "../balancer-v2/read.ts";

/**
 * Every vault that the factory made, at the newest block by contract reads; BEX's are those of its
 * pools.
 */
export async function read(client: PublicClient, chainId: number): Promise<readonly RewardVault[]> {
  const [bex, others] = deployments;
  const contracts = bex?.chains[chainId]?.contracts;
  if (bex === undefined || others === undefined || contracts === undefined) return [];
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 });
  const pools = await readBalancer(client, chainId);
  const logs = await client.getLogs({
    ...{ address: contracts.factory, event: BerachainRewardVaultFactory[0] },
    ...{ fromBlock: 0n, toBlock: blockNumber, strict: true },
  });
  return Promise.all(
    logs.map(async ({ args }) => {
      const address = lower(args.vault);
      const stakeToken = lower(args.stakingToken);
      const isBex = pools.some((pool) => pool.slug === "bex" && pool.address === stakeToken);
      const at = { abi: BerachainRewardVault, address, blockNumber } as const;
      const [totalSupply, rewardRateWad, undistributedWad, duration, finish, isPaused] =
        await Promise.all([
          client.readContract({ ...at, functionName: "totalSupply" }),
          client.readContract({ ...at, functionName: "rewardRate" }),
          client.readContract({ ...at, functionName: "undistributedRewards" }),
          client.readContract({ ...at, functionName: "rewardsDuration" }),
          client.readContract({ ...at, functionName: "periodFinish" }),
          client.readContract({ ...at, functionName: "paused" }),
        ]);
      return {
        ...{ id: address, address, stakeToken, rewardToken: contracts.bgt, isBex },
        slug: isBex ? bex.slug : others.slug,
        ...{ totalSupply, rewardRateWad, undistributedWad, isPaused },
        ...{ rewardsDuration: Number(duration), periodFinish: Number(finish) },
        updatedBlock: Number(blockNumber),
      };
    }),
  );
}
