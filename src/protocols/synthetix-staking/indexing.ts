import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { StakingRewards } from "../../../abis/StakingRewards.ts";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments } from "./contracts.ts";
import { stakingRewards } from "./schema.ts";
import { synthetixStakingSources } from "./sources.ts";
import { changed, created, type StakingLog } from "./transitions.ts";

/** A log of a staking contract: where and when. */
interface Origin {
  readonly block: { readonly number: bigint; readonly timestamp: bigint };
  readonly log: { readonly address: Address };
}

/** Writes what a log changes; the first one makes the row. */
async function onLog(context: Context, { block, log }: Origin, decoded: StakingLog) {
  const key = { chainId: context.chain.id, address: lower(log.address) };
  const number = Number(block.number);
  if ((await context.db.find(stakingRewards, key)) === null) {
    await create(context, key.address, number);
  }
  await context.db.update(stakingRewards, key).set((row) => ({
    ...changed(row, decoded, Number(block.timestamp)),
    updatedBlock: number,
  }));
}

async function create(context: Context, address: Address, block: number): Promise<void> {
  const { slug } = deploymentWith(deployments, context.chain.id, (contracts) =>
    contracts.stakingRewards.includes(address),
  );
  // The tokens never change. The duration may, by an event that also follows what is read here.
  const contract = { abi: StakingRewards, address, cache: "immutable" } as const;
  const { client } = context;
  const [staked, rewards, duration] = await Promise.all([
    client.readContract({ ...contract, functionName: "stakingToken" }),
    client.readContract({ ...contract, functionName: "rewardsToken" }),
    client.readContract({ ...contract, functionName: "rewardsDuration" }),
  ]);
  const [stakingToken, rewardsToken] = [lower(staked), lower(rewards)];
  await recordPool(context, {
    ...{ id: address, address, family: "synthetix-staking", slug, tokens: [stakingToken], block },
  });
  await recordToken(context, { address: rewardsToken, block });
  await context.db.insert(stakingRewards).values({
    ...{ chainId: context.chain.id, address, slug, stakingToken, rewardsToken },
    ...created(duration),
    updatedBlock: block,
  });
}

if (isIndexed(synthetixStakingSources(processEnvironment()).StakingRewards)) {
  for (const eventName of ["Staked", "Withdrawn"] as const) {
    ponder.on(`StakingRewards:${eventName}`, ({ event, context }) =>
      onLog(context, event, { eventName, args: event.args }),
    );
  }
  ponder.on("StakingRewards:RewardAdded", ({ event, context }) =>
    onLog(context, event, { eventName: "RewardAdded", args: event.args }),
  );
  ponder.on("StakingRewards:RewardsDurationUpdated", ({ event, context }) =>
    onLog(context, event, { eventName: "RewardsDurationUpdated", args: event.args }),
  );
  ponder.on("StakingRewards:PauseChanged", ({ event, context }) =>
    onLog(context, event, { eventName: "PauseChanged", args: event.args }),
  );
}
