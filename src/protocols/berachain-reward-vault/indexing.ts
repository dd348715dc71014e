import type { Context } from "ponder:registry";
import type { Address } from "viem";
import { recordPool } from "../../catalog/discovery.ts";
import { ponder } from "../../catalog/recorded.ts";
import { recordToken } from "../../catalog/tokens.ts";
import { lower } from "../../lib/address.ts";
import { processEnvironment } from "../../lib/env.ts";
import { balancerV2Pool } from "../balancer-v2/schema.ts";
import { deploymentWith, isIndexed } from "../sources.ts";
import { deployments, type RewardVaultContracts } from "./contracts.ts";
import { berachainRewardVault } from "./schema.ts";
import { berachainRewardVaultSources } from "./sources.ts";
import { created, type RewardVaultFacts, rewarded, staked, withdrawn } from "./transitions.ts";

const sources = berachainRewardVaultSources(processEnvironment());

/** Slug of the exchange whose pools' shares make a vault one of BEX. */
const BEX = "bex";

async function change(
  context: Context,
  event: {
    readonly log: { readonly address: Address };
    readonly block: { readonly number: bigint };
  },
  transition: (facts: RewardVaultFacts) => RewardVaultFacts,
): Promise<void> {
  const key = { chainId: context.chain.id, address: lower(event.log.address) };
  const row = await context.db.find(berachainRewardVault, key);
  if (row === null) return;
  const { totalSupply, rewardRateWad, periodFinish, undistributedWad, rewardsDuration, isPaused } =
    transition(row);
  await context.db.update(berachainRewardVault, key).set({
    ...{ totalSupply, rewardRateWad, periodFinish, undistributedWad, rewardsDuration, isPaused },
    updatedBlock: Number(event.block.number),
  });
}

/** A vault belongs to BEX when a public list or the exchange's own pools say so. */
async function stakesOf(
  context: Context,
  { vault, stakingToken }: { readonly vault: Address; readonly stakingToken: Address },
): Promise<RewardVaultContracts["stakes"]> {
  const chainId = context.chain.id;
  const listed = deployments.find(({ chains }) =>
    chains[chainId]?.contracts.vaults.includes(vault),
  );
  const stakes = listed?.chains[chainId]?.contracts.stakes;
  if (stakes !== undefined) return stakes;
  const pool = await context.db.find(balancerV2Pool, { chainId, address: stakingToken });
  return pool?.slug === BEX ? "bex" : "others";
}

if (isIndexed(sources.BerachainRewardVaultFactory)) {
  ponder.on("BerachainRewardVaultFactory:VaultCreated", async ({ event, context }) => {
    const vault = lower(event.args.vault);
    const stakingToken = lower(event.args.stakingToken);
    const stakes = await stakesOf(context, { vault, stakingToken });
    const chainId = context.chain.id;
    const { slug, contracts } = deploymentWith(
      deployments,
      chainId,
      (own) => own.factory === lower(event.log.address) && own.stakes === stakes,
    );
    const block = Number(event.block.number);
    await recordPool(context, {
      ...{ id: vault, address: vault, family: "berachain-reward-vault", slug, block },
      tokens: [stakingToken],
    });
    await recordToken(context, { address: contracts.bgt, block });
    await context.db.insert(berachainRewardVault).values({
      ...{ chainId, address: vault, slug, stakeToken: stakingToken, rewardToken: contracts.bgt },
      ...created(),
      updatedBlock: block,
    });
  });
}

if (isIndexed(sources.BerachainRewardVault)) {
  ponder.on("BerachainRewardVault:Staked", async ({ event, context }) => {
    const { amount } = event.args;
    await change(context, event, (facts) => staked(facts, amount, Number(event.block.timestamp)));
  });

  ponder.on("BerachainRewardVault:Withdrawn", async ({ event, context }) => {
    const { amount } = event.args;
    await change(context, event, (facts) =>
      withdrawn(facts, amount, Number(event.block.timestamp)),
    );
  });

  ponder.on("BerachainRewardVault:RewardAdded", async ({ event, context }) => {
    const { reward } = event.args;
    await change(context, event, (facts) => rewarded(facts, reward, Number(event.block.timestamp)));
  });

  ponder.on("BerachainRewardVault:RewardsDurationUpdated", async ({ event, context }) => {
    const rewardsDuration = Number(event.args.newDuration);
    await change(context, event, (facts) => ({ ...facts, rewardsDuration }));
  });

  ponder.on("BerachainRewardVault:Paused", async ({ event, context }) => {
    await change(context, event, (facts) => ({ ...facts, isPaused: true }));
  });

  ponder.on("BerachainRewardVault:Unpaused", async ({ event, context }) => {
    await change(context, event, (facts) => ({ ...facts, isPaused: false }));
  });
}
